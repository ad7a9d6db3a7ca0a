import type { ScriptStep } from '@regie/contract/scripts.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoSteps } from '../../../scripts/demo/demo-script.ts'
import { demoTemplates } from '../../../scripts/demo/demo-templates.ts'
import { endStep, type EngineHarness, mailStep, openEngineHarness } from '../../test/engine-harness.ts'
import type { TemplateTexts } from '../modules/templates/render-template.ts'
import { closeCase } from '../modules/cases/status/close-case.ts'
import { endHolds } from '../modules/case-runs/end-holds.ts'

const templates = Object.fromEntries(demoTemplates.map(({ key, texts }) => [key, texts as TemplateTexts]))
let h: EngineHarness
beforeAll(async () => {
  h = await openEngineHarness()
})
afterAll(() => h.close())
const after = (minutes: number) => new Date(h.clock.now().getTime() + minutes * 60_000)

test('the demo script: mail with a link, wait, SMS, wait, call, end', async () => {
  const script = await h.buildScript({ steps: demoSteps, templates })
  const { caseIds } = await h.buildBatch(script, 1)
  const [caseId = 0] = caseIds
  await h.runUntil(after(60))
  const events = await h.events(caseId)
  expect(events.slice(0, 4)).toEqual(['paymentLinkCreated', 'emailQueued', 'waiting', 'emailSent'])
  expect(events).toEqual(
    expect.arrayContaining(['emailDelivered', 'branch', 'smsQueued', 'smsSent', 'smsDelivered', 'callStarted', 'closed']),
  )
  expect(await h.caseOf(caseId)).toMatchObject({ status: 'closed', live_state: null })
  expect(['RET', 'MAX']).toContain((await h.caseOf(caseId)).result)
  const mail = await h.db
    .selectFrom('communication_contents')
    .selectAll()
    .where('customer_id', '=', script.customerId)
    .where('html', 'is not', null)
    .executeTakeFirstOrThrow()
  expect(mail.text).toMatch(/\/p\/[A-Za-z0-9_-]{22}/)
  expect(await h.counterFaults()).toEqual([])
})

test('many cases end with every counter right', async () => {
  const { caseIds } = await h.buildBatch(await h.buildScript({ steps: demoSteps, templates, maxLines: 3 }), 15)
  await h.runUntil(after(60))
  const open = await h.db.selectFrom('cases').select('id').where('id', 'in', caseIds).where('status', '<>', 'closed').execute()
  expect(open).toEqual([])
  expect(await h.counterFaults()).toEqual([])
})

test('a case outside its window is not contacted, and goes on when the window begins', async () => {
  h.clock.set('2026-06-03T20:30:00Z') // Wednesday 22:30 in Amsterdam
  const script = await h.buildScript({
    profile: 'incasso_wki',
    windows: [{ starts: '09:00', ends: '17:59', weekdays: [1, 2, 3, 4, 5], channels: ['email'] }],
  })
  const { caseIds } = await h.buildBatch(script, 1)
  await h.runUntil(new Date('2026-06-04T06:59:59Z'))
  expect(await h.events(caseIds[0] ?? 0)).toEqual([])
  await h.runUntil(new Date('2026-06-04T07:00:00Z'))
  expect(await h.events(caseIds[0] ?? 0)).toContain('emailSent')
})

test('a step on a channel that is closed sleeps until it opens, and says so once', async () => {
  h.clock.set('2026-06-04T08:00:00Z')
  const windows = [
    { starts: '09:00', ends: '17:59', weekdays: [1, 2, 3, 4, 5], channels: ['sms'] },
    { starts: '14:00', ends: '17:59', weekdays: [1, 2, 3, 4, 5], channels: ['email'] },
  ]
  const { caseIds } = await h.buildBatch(await h.buildScript({ windows }), 1)
  await h.runUntil(new Date('2026-06-04T11:59:00Z'))
  expect(await h.events(caseIds[0] ?? 0)).toEqual(['held'])
  await h.runUntil(new Date('2026-06-04T12:01:00Z'))
  expect((await h.events(caseIds[0] ?? 0)).filter((event) => event !== 'emailDelivered')).toEqual([
    'held',
    'emailQueued',
    'emailSent',
    'closed',
  ])
})

test('a step that finds no address is left out, and the script goes on with the next that does', async () => {
  const steps = [
    { kind: 'send-email', key: 'mail', next: 'sms', settings: { template: 'mail' } },
    { kind: 'send-sms', key: 'sms', next: 'call', settings: { template: 'sms' } },
    { kind: 'call', key: 'call', next: 'end', settings: { template: 'call', attemptsMax: 2, retryMinutes: 1 } },
    endStep,
  ] satisfies ScriptStep[]
  const { caseIds } = await h.buildBatch(await h.buildScript({ steps }), [{ email: null, mobile: null, phone: '+31201234567' }])
  await h.runUntilIdle()
  expect((await h.events(caseIds[0] ?? 0)).slice(0, 3)).toEqual(['held', 'held', 'callStarted'])
})

test('nobody answers: the call is tried again as often as the script says', async () => {
  const steps = [
    { kind: 'call', key: 'call', next: 'end', settings: { template: 'call', attemptsMax: 3, retryMinutes: 10 } },
    endStep,
  ] satisfies ScriptStep[]
  const { caseIds } = await h.buildBatch(await h.buildScript({ steps }), [{ mobile: '+31612345600' }])
  await h.runUntil(after(60))
  expect(await h.events(caseIds[0] ?? 0)).toEqual([
    'callStarted',
    'callNotAnswered',
    'callStarted',
    'callNotAnswered',
    'callStarted',
    'callNotAnswered',
    'closed',
  ])
  expect(await h.caseOf(caseIds[0] ?? 0)).toMatchObject({ attempts: 3, last_answer: 'niet_opgenomen', live_state: null })
})

test('an answer with a delay of its own is called again as long as that lasts', async () => {
  const retries = { niet_opgenomen: { minutes: 30, max: 1 } }
  const steps = [
    { kind: 'call', key: 'call', next: 'end', settings: { template: 'call', attemptsMax: 5, retryMinutes: 1, retries } },
    endStep,
  ] satisfies ScriptStep[]
  const { caseIds } = await h.buildBatch(await h.buildScript({ steps }), [{ mobile: '+31612345600' }])
  await h.runUntil(after(29))
  expect(await h.events(caseIds[0] ?? 0)).toEqual(['callStarted', 'callNotAnswered'])
  await h.runUntil(after(31))
  expect(await h.events(caseIds[0] ?? 0)).toEqual(['callStarted', 'callNotAnswered', 'callStarted', 'callNotAnswered', 'closed'])
})

test('a branch asks a field of the case and a variable of the script; what a field holds is not told', async () => {
  const end = (key: string, result: string): ScriptStep => ({ kind: 'finish', key, settings: { result } })
  const steps = [
    { kind: 'branch', key: 'plaats', next: 'a', settings: { question: 'field', key: 'plaats', answers: { Utrecht: 'actie' } } },
    { kind: 'branch', key: 'actie', next: 'b', settings: { question: 'variable', key: 'actie', answers: { aan: 'c' } } },
    end('a', 'RET'),
    end('b', 'MAX'),
    end('c', 'DUB'),
  ] satisfies ScriptStep[]
  const script = await h.buildScript({ steps })
  const { customerId: customer_id, scriptId: script_id } = script
  await h.db.insertInto('script_variables').values({ customer_id, script_id, key: 'actie', value: 'aan', standard_value: '' }).execute()
  const { caseIds } = await h.buildBatch(script, 2)
  const [here = 0, elsewhere = 0] = caseIds
  const live = (plaats: string, id: number) =>
    h.db
      .updateTable('cases')
      .set({ fields: JSON.stringify({ plaats }) })
      .where('customer_id', '=', customer_id)
      .where('id', '=', id)
      .execute()
  await live('Utrecht', here)
  await live('Zierikzee', elsewhere)
  await h.runUntilIdle()
  expect([(await h.caseOf(here)).result, (await h.caseOf(elsewhere)).result]).toEqual(['DUB', 'RET'])
  const recorded = await h.db
    .selectFrom('timeline')
    .select('params')
    .where('case_id', 'in', caseIds)
    .where('event', '=', 'branch')
    .orderBy('id')
    .execute()
  expect(recorded.map(({ params }) => params)).toEqual([
    { question: 'plaats', answer: 'Utrecht' },
    { question: 'actie', answer: 'aan' },
    { question: 'plaats', answer: 'other' },
  ])
})

test('no more calls at once than the script has lines', async () => {
  const steps = [
    { kind: 'call', key: 'call', next: 'end', settings: { template: 'call', attemptsMax: 1, retryMinutes: 1 } },
    endStep,
  ] satisfies ScriptStep[]
  const { caseIds } = await h.buildBatch(await h.buildScript({ steps, maxLines: 2 }), 7)
  await h.runUntilIdle()
  const inTheAir = await h.db
    .selectFrom('communications')
    .select('id')
    .where('case_id', 'in', caseIds)
    .where('state', '=', 'sent')
    .where('delivery', 'is', null)
    .execute()
  expect(inTheAir).toHaveLength(2)
  await h.runUntil(after(10))
  const reached = await h.db
    .selectFrom('communications')
    .select('id')
    .where('case_id', 'in', caseIds)
    .where('delivery', 'is not', null)
    .execute()
  expect(reached).toHaveLength(7)
})

test('no more SMS in an hour than the script may', async () => {
  const steps = [
    { kind: 'send-sms', key: 'sms', next: 'wait', settings: { template: 'sms' } },
    { kind: 'wait', key: 'wait', next: 'end', settings: { minutes: 9_999 } },
    endStep,
  ] satisfies ScriptStep[]
  const { caseIds } = await h.buildBatch(await h.buildScript({ steps, smsPerHour: 3 }), 5)
  await h.runUntilIdle()
  const sent = () => h.db.selectFrom('communications').select('id').where('case_id', 'in', caseIds).where('state', '=', 'sent').execute()
  expect(await sent()).toHaveLength(3)
  await h.runUntil(after(61))
  expect(await sent()).toHaveLength(5)
})

test('a paused batch sends nothing, and goes on when its pause ends', async () => {
  const { batchId, caseIds } = await h.buildBatch(
    await h.buildScript({ steps: [mailStep, { kind: 'wait', key: 'end', next: 'end', settings: { minutes: 9_999 } }] }),
    3,
  )
  await h.turn()
  await h.db
    .updateTable('batches')
    .set({ status: 'paused', paused_until: after(30) })
    .where('id', '=', batchId)
    .execute()
  await h.sendDue()
  const sent = () => h.db.selectFrom('communications').select('id').where('case_id', 'in', caseIds).where('state', '=', 'sent').execute()
  expect(await sent()).toEqual([])
  await h.runUntil(after(31))
  expect(await sent()).toHaveLength(3)
})

test('a case that is closed between its claim and its step stays closed', async () => {
  const { caseIds, customerId } = await h.buildBatch(await h.buildScript(), 2)
  const [closed = 0] = caseIds
  await h.db.transaction().execute((tx) => closeCase(tx, { customerId, caseId: closed }, 'BET', {}))
  await h.runUntilIdle()
  expect(await h.events(closed)).toEqual(['closed'])
})

test('a case that a filter leaves out is held, with one line in the timeline, and goes on when the filter goes; a variable and a number of the script go with it', async () => {
  h.clock.set('2026-06-08T08:00:00Z')
  const texts = { call: { nl: { subject: '', text: 'Wij zijn er {{openingstijden}}' } } }
  const steps: ScriptStep[] = [
    { kind: 'call', key: 'bel', next: 'end', settings: { template: 'call', attemptsMax: 1, retryMinutes: 1 } },
    endStep,
  ]
  const script = await h.buildScript({ steps, templates: texts })
  const { caseIds } = await h.buildBatch(script, 1)
  const [caseId = 0] = caseIds
  const place = { customer_id: script.customerId, script_id: script.scriptId }
  const rules = JSON.stringify([{ field: 'plaats', op: 'eq', value: 'Nergens', type: 'text' }])
  const filter = await h.db
    .insertInto('script_filters')
    .values({ ...place, name: 'Nergens', rules, combine: 'and' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await h.db
    .insertInto('script_variables')
    .values({ ...place, key: 'openingstijden', value: 'tot vijf uur' })
    .execute()
  await h.db.updateTable('scripts').set({ caller_id: '+31101234567' }).where('id', '=', script.scriptId).execute()
  await h.runUntil(after(60))
  expect(await h.events(caseId)).toEqual(['held'])
  await h.db.updateTable('script_filters').set({ active: false }).where('id', '=', filter.id).execute()
  await endHolds(h.db, { customerId: script.customerId, scriptIds: [script.scriptId] }, h.clock.now())
  await h.runUntil(after(1))
  expect(await h.events(caseId)).toContain('callStarted')
  const recorded = await h.db
    .selectFrom('communications as m')
    .innerJoin('communication_contents as t', 't.communication_id', 'm.id')
    .select(['t.sender', 't.text'])
    .where('m.case_id', '=', caseId)
    .execute()
  expect(recorded).toEqual([{ sender: '+31101234567', text: 'Wij zijn er tot vijf uur' }])
})
