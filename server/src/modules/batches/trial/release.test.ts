import { batchEditApi } from '@regie/contract/batches.ts'
import { caseApi } from '@regie/contract/cases.ts'
import { Right } from '@regie/contract/right-codes.ts'
import type { ScriptStep } from '@regie/contract/scripts.ts'
import { undoApi } from '@regie/contract/undo.ts'
import { whyApi } from '@regie/contract/why.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../../test/open-test-app.ts'
import { claimNextCases } from '../../case-runs/claim-next-cases.ts'
import { firstContact } from '../../case-runs/first-contact.ts'

let app: TestApp
// A Wednesday evening, when the law lets nobody be contacted any more.
beforeAll(async () => {
  app = await openTestApp({ start: '2026-06-03T19:00:00Z' })
})
afterAll(() => app.close())

const link: ScriptStep = { kind: 'payment-link', key: 'link', next: 'wait', settings: { validDays: 14 } }
const wait: ScriptStep = { kind: 'wait', key: 'wait', next: 'mail', settings: { minutes: 30 } }
const mail: ScriptStep = { kind: 'send-email', key: 'mail', next: 'end', settings: { template: 'mail' } }
const end: ScriptStep = { kind: 'finish', key: 'end', settings: { result: 'RET' } }

async function openStory() {
  const script = await app.build.script({ steps: [link, wait, mail, end], profile: 'incasso_wki' })
  const batch = await app.build.batch({ script })
  const cases = []
  for (let n = 0; n < 4; n++) cases.push(await app.build.case({ batch, outstanding_cents: 10_000, paid_cents: n === 3 ? 2_500 : 0 }))
  const rights = [Right.viewBatches, Right.viewCases, Right.pauseBatches]
  const staff = await app.build.staff({ rights, customers: [batch.customerId] })
  const params = { batchID: batch.id }
  const limits = { failed: 10, bounced: 5, blacklisted: 5, complaints: 0 }
  const begin = { size: 2, waitMinutes: 60, limits }
  const set = (trial: typeof begin | null) => app.call(batchEditApi.trial, { params, body: { trial } }).as(staff)
  expect((await set(begin)).status).toBe(200)
  const undo = async () => {
    const { body } = await app.call(undoApi.list, {}).as(staff)
    expect(body[0]).toMatchObject({ action: 'batch.release', count: 2 })
    return (await app.call(undoApi.undo, { params: { token: body[0]?.token ?? '' } }).as(staff)).body
  }
  const trialOf = () =>
    app.db.selectFrom('batches').select(['trial', 'trial_until_case']).where('id', '=', batch.id).executeTakeFirstOrThrow()
  const claim = async () => {
    const share = { customerId: batch.customerId, batchId: batch.id, limit: 10 }
    const due = new Date(app.clock.now().getTime() + 86_400_000)
    const claimed = await claimNextCases(app.db, 1, [share], due)
    await app.db.updateTable('case_runs').set({ owner: null, claimed_at: null }).where('batch_id', '=', batch.id).execute()
    return claimed.map((run) => run.caseId).toSorted((one, other) => one - other)
  }
  return { batch, cases, staff, params, begin, set, undo, trialOf, claim }
}

test('whoever is about to release the rest reads how many that are, of how much, and when the first may be contacted', async () => {
  const { staff, params } = await openStory()
  const { body } = await app.call(batchEditApi.trialRest, { params }).as(staff)
  // The law opens at seven in the morning.
  expect(body).toEqual({ cases: 2, money: [{ currency: 'EUR', openCents: 17_500 }], firstAt: '2026-06-04T05:00:00.000Z' })
})

test('the rest that was released can be held back again', async () => {
  const { cases, set, undo, trialOf } = await openStory()
  const before = await trialOf()
  expect((await set(null)).body).toMatchObject({ trial: null })
  expect(await undo()).toEqual({ restored: 2, leftAlone: 0, reasons: [] })
  expect(await trialOf()).toEqual(before)
  expect(before.trial_until_case).toBe(cases[1]?.id)
})

test('the rest begins after a minute, and it can be taken back until it begins', async () => {
  const { cases, set, staff, batch } = await openStory()
  await set(null)
  const begins = new Date(app.clock.now().getTime() + 60_000).toISOString()
  expect((await app.call(undoApi.list, {}).as(staff)).body[0]).toMatchObject({ action: 'batch.release', until: begins })
  const share = { customerId: batch.customerId, batchId: batch.id, limit: 10 }
  const claimed = async (at: Date) => (await claimNextCases(app.db, 1, [share], at)).map((run) => run.caseId)
  const tried = cases.slice(0, 2).map(({ id }) => id)
  const rest = cases.slice(2).map(({ id }) => id)
  expect((await claimed(new Date(app.clock.now().getTime() + 59_000))).toSorted((a, b) => a - b)).toEqual(tried)
  expect((await claimed(new Date(begins))).toSorted((a, b) => a - b)).toEqual(rest)
})

test('who was contacted meanwhile goes on, and is named', async () => {
  const { cases, set, undo, claim, params, staff, begin } = await openStory()
  await set(null)
  const { id: caseId, customerId, batchId } = cases[3] ?? { id: 0, customerId: 0, batchId: 0 }
  await app.db
    .insertInto('communications')
    .values({
      ...{ customer_id: customerId, case_id: caseId, batch_id: batchId, channel: 'email', idempotency_key: `release:${caseId}` },
      ...{ recipient: 'a@example.nl', provider: 'sim', simulated: true, queued_at: app.clock.now() },
    })
    .execute()
  expect(await undo()).toEqual({ restored: 1, leftAlone: 1, reasons: [{ reason: 'contacted', count: 1 }] })
  const trying = cases.slice(0, 2).map(({ id }) => id)
  const rest = (await app.call(batchEditApi.trialRest, { params }).as(staff)).body
  expect(rest).toMatchObject({ cases: 1, money: [{ openCents: 10_000 }] })
  expect((await app.call(caseApi.get, { params: { caseID: caseId }, query: {} }).as(staff)).body).toMatchObject({
    nextStep: { at: expect.any(String) },
    run: { dueAt: expect.any(String) },
  })
  const { lines, total } = (await app.call(whyApi.batch, { params }).as(staff)).body
  expect(lines.filter(({ place }) => place === 'notInTrial')).toMatchObject([{ count: 1 }])
  expect([lines.reduce((sum, { count }) => sum + count, 0), total]).toEqual([4, 4])
  expect(await claim()).toEqual([...trying, caseId])
  // Another trial begins with its first cases alone.
  await set(null)
  await set(begin)
  expect(await claim()).toEqual(trying)
})

test('when everybody was contacted meanwhile nothing comes back, and the trial stays ended', async () => {
  const { cases, set, undo, trialOf } = await openStory()
  await set(null)
  const now = await trialOf()
  for (const { id: caseId, customerId, batchId } of cases.slice(2))
    await app.db
      .insertInto('communications')
      .values({
        ...{ customer_id: customerId, case_id: caseId, batch_id: batchId, channel: 'email', idempotency_key: `release:${caseId}` },
        ...{ recipient: 'a@example.nl', provider: 'sim', simulated: true, queued_at: app.clock.now() },
      })
      .execute()
  expect(await undo()).toEqual({ restored: 0, leftAlone: 2, reasons: [{ reason: 'contacted', count: 2 }] })
  expect(await trialOf()).toEqual(now)
})

test('a batch that began another trial since is left alone', async () => {
  const { set, undo, trialOf } = await openStory()
  await set(null)
  await set({ size: 1, waitMinutes: 5, limits: { failed: 1, bounced: 1, blacklisted: 1, complaints: 1 } })
  const now = await trialOf()
  expect(await undo()).toMatchObject({ restored: 0, reasons: [{ reason: 'batchChanged', count: 1 }] })
  expect(await trialOf()).toEqual(now)
})

test('a case that waits for the end of a trial has a next step without a moment', async () => {
  const { batch, cases, staff } = await openStory()
  const query = { customerID: batch.customerId, batchID: batch.id, sort: 'caseID', direction: 'asc' } as const
  const { body } = await app.call(caseApi.list, { query }).as(staff)
  expect(body.rows.map(({ nextStep }) => nextStep?.at ?? null)).toEqual([expect.any(String), expect.any(String), null, null])
  const waiting = await app.call(caseApi.get, { params: { caseID: cases[3]?.id ?? 0 }, query: {} }).as(staff)
  expect(waiting.body).toMatchObject({ nextStep: { at: null }, run: { dueAt: null } })
})

test('the first contact comes after the waits before it, by the way of a branch that is soonest', () => {
  expect(firstContact([link, wait, mail, end], 'link')).toEqual({ channel: 'email', afterMinutes: 30 })
  const sms: ScriptStep = { kind: 'send-sms', key: 'sms', next: 'end', settings: { template: 'sms' } }
  const branch: ScriptStep = {
    kind: 'branch',
    key: 'link',
    next: 'wait',
    settings: { question: 'lastAnswer', answers: { mens: 'end', bezet: 'sms' } },
  }
  expect(firstContact([branch, wait, mail, sms, end], 'link')).toEqual({ channel: 'sms', afterMinutes: 0 })
  expect(firstContact([end], 'end')).toBeNull()
})
