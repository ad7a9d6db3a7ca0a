import type { ScriptStep } from '@regie/contract/scripts.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endStep, type EngineHarness, openEngineHarness } from '../../test/engine-harness.ts'

let h: EngineHarness
beforeAll(async () => {
  h = await openEngineHarness()
})
afterAll(() => h.close())

const sms: ScriptStep = { kind: 'send-sms', key: 'sms', next: 'wait', settings: { template: 'sms' } }
const wait: ScriptStep = { kind: 'wait', key: 'wait', next: 'mail', settings: { minutes: 60 } }
const mail: ScriptStep = { kind: 'send-email', key: 'mail', next: 'end', settings: { template: 'mail' } }
const finish: ScriptStep = { kind: 'finish', key: 'end', settings: { result: 'MAX' } }
const steps = [sms, wait, mail, finish]
const nobody = { mobile: null, phone: null, email: null }

const standOf = async (caseId: number | undefined) => {
  const id = caseId ?? 0
  const { status, result } = await h.caseOf(id)
  const run = await h.db.selectFrom('case_runs').select(['state', 'step', 'held']).where('case_id', '=', id).executeTakeFirstOrThrow()
  return { status, result, ...run }
}
const later = (hours: number) => new Date(h.clock.now().getTime() + hours * 3_600_000)
const set = (caseId: number | undefined, values: object) =>
  h.db
    .updateTable('cases')
    .set(values)
    .where('id', '=', caseId ?? 0)
    .execute()

test('who has no number and no address waits with that reason, for days, and is never closed', async () => {
  const { caseIds } = await h.buildBatch(await h.buildScript({ steps }), [nobody])
  await h.runUntilIdle()
  const stand = { status: 'open', result: null, state: 'sleeping', step: 'sms', held: 'noMobile' }
  expect(await standOf(caseIds[0])).toEqual(stand)
  await h.runUntil(later(50))
  expect(await standOf(caseIds[0])).toEqual(stand)
  expect(await h.events(caseIds[0] ?? 0)).toEqual(['held'])
})

test('with an address it goes on, and ends as any other', async () => {
  const { caseIds } = await h.buildBatch(await h.buildScript({ steps }), [nobody])
  await h.runUntilIdle()
  await set(caseIds[0], { email: 'nu-wel@example.nl' })
  await h.runUntil(later(30))
  expect(await standOf(caseIds[0])).toMatchObject({ status: 'closed', result: 'MAX' })
  expect(await h.events(caseIds[0] ?? 0)).toContain('emailSent')
})

test('a step that cannot reach is left out while a later one can', async () => {
  const { caseIds } = await h.buildBatch(await h.buildScript({ steps }), [{ mobile: null }])
  await h.runUntil(later(30))
  expect(await standOf(caseIds[0])).toMatchObject({ status: 'closed', result: 'MAX' })
})

test('who was reached once is closed, though the last step finds no address', async () => {
  const { caseIds } = await h.buildBatch(await h.buildScript({ steps }), [{ email: null }])
  await h.runUntil(later(30))
  expect(await standOf(caseIds[0])).toMatchObject({ status: 'closed', result: 'MAX' })
})

test('a text that asks for what the case does not have waits for it', async () => {
  const templates = { sms: { nl: { subject: '', text: 'Uw kenmerk {{vrij1}}' } } }
  const { caseIds } = await h.buildBatch(await h.buildScript({ steps: [{ ...sms, next: 'end' }, finish], templates }), 1)
  await h.runUntil(later(30))
  expect(await standOf(caseIds[0])).toMatchObject({ status: 'open', step: 'sms', held: 'textIncomplete' })
  expect(await h.events(caseIds[0] ?? 0)).toEqual(['held'])
  await set(caseIds[0], { fields: JSON.stringify({ vrij1: 'A1' }) })
  await h.runUntil(later(30))
  expect(await standOf(caseIds[0])).toMatchObject({ status: 'closed', result: 'MAX' })
})

test('a text that does not exist is a reason too', async () => {
  const { caseIds } = await h.buildBatch(await h.buildScript({ steps: [{ ...sms, settings: { template: 'weg' } }, wait, mail, finish] }), 1)
  await h.runUntilIdle()
  expect(await standOf(caseIds[0])).toMatchObject({ status: 'open', step: 'sms', held: 'templateMissing' })
})

test('an answer that leads round the one step that could reach closes nobody', async () => {
  const branch: ScriptStep = {
    kind: 'branch',
    key: 'ask',
    next: 'end',
    settings: { question: 'field', key: 'plaats', answers: { Utrecht: 'mail' } },
  }
  const around = [{ ...sms, next: 'ask' }, branch, mail, finish]
  const { caseIds } = await h.buildBatch(await h.buildScript({ steps: around }), [{ mobile: null }])
  await h.runUntil(later(30))
  expect(await standOf(caseIds[0])).toMatchObject({ status: 'open', step: 'end', held: 'noMobile' })
})

test('a script that tries nobody on purpose ends', async () => {
  const { caseIds } = await h.buildBatch(await h.buildScript({ steps: [{ ...wait, next: 'end' }, endStep] }), [nobody])
  await h.runUntil(later(3))
  expect(await standOf(caseIds[0])).toMatchObject({ status: 'closed', result: 'RET' })
})

test('who is paying is not closed by the end of the script', async () => {
  const link: ScriptStep = { kind: 'payment-link', key: 'link', next: 'wait', settings: { validDays: 14 } }
  const { caseIds } = await h.buildBatch(await h.buildScript({ steps: [link, { ...wait, next: 'end' }, endStep] }), 1)
  await h.runUntilIdle()
  const setLink = (state: 'in_progress' | 'link_clicked') =>
    h.db
      .updateTable('payment_links')
      .set({ state })
      .where('case_id', '=', caseIds[0] ?? 0)
      .execute()
  await setLink('in_progress')
  await h.runUntil(later(3))
  expect(await standOf(caseIds[0])).toMatchObject({ status: 'open', step: 'end', held: 'paymentUnderWay' })
  await setLink('link_clicked')
  await h.runUntil(later(4))
  expect(await standOf(caseIds[0])).toMatchObject({ status: 'closed', result: 'RET' })
})

test('a link that was ended because the amount changed is replaced by one for the new amount, where the next text asks for it', async () => {
  const link: ScriptStep = { kind: 'payment-link', key: 'link', next: 'wait', settings: { validDays: 14 } }
  const templates = { mail: { nl: { subject: 'Herinnering', text: 'Betaal via {{betaallink}}' } } }
  const { caseIds } = await h.buildBatch(await h.buildScript({ steps: [link, wait, mail, finish], templates }), 1)
  await h.runUntilIdle()
  const ended = { state: 'expired', ended_for: 'amountChanged', ended_from: 'created', ended_at: h.clock.now() } as const
  await h.db
    .updateTable('payment_links')
    .set(ended)
    .where('case_id', '=', caseIds[0] ?? 0)
    .execute()
  await set(caseIds[0], { outstanding_cents: 777 })
  await h.runUntil(later(30))
  expect(await h.events(caseIds[0] ?? 0)).toContain('emailSent')
  const links = await h.db
    .selectFrom('payment_links')
    .select(['amount_cents', 'state'])
    .where('case_id', '=', caseIds[0] ?? 0)
    .orderBy('id')
    .execute()
  expect(links).toEqual([
    { amount_cents: 1250, state: 'expired' },
    { amount_cents: 777, state: 'created' },
  ])
})
