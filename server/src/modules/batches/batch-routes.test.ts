import { batchApi, batchSorts } from '@regie/contract/batches.ts'
import { bulkApi } from '@regie/contract/bulk.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import type { BuiltBatch, Staff } from '../../../test/builders.ts'

let { build, call, db, clock }: TestApp = {} as TestApp
let close: TestApp['close']
beforeAll(async () => {
  ;({ build, call, db, clock, close } = await openTestApp())
})
afterAll(() => close())

const lead = (batch: BuiltBatch): Promise<Staff> =>
  build.staff({ rights: [Right.viewBatches, Right.pauseBatches, Right.closeBatches], customers: [batch.customerId] })
const params = (batch: BuiltBatch) => ({ params: { batchID: batch.id } })
const casesOf = (batch: BuiltBatch) => db.selectFrom('cases').selectAll().where('batch_id', '=', batch.id).orderBy('id').execute()
const runsOf = (batch: BuiltBatch) => db.selectFrom('case_runs').selectAll().where('batch_id', '=', batch.id).orderBy('case_id').execute()
async function queueMail({ id: case_id, customerId: customer_id, batchId: batch_id }: { id: number; customerId: number; batchId: number }) {
  const message = { customer_id, case_id, batch_id, channel: 'email' }
  const { id: communication_id } = await db
    .insertInto('communications')
    .values({
      ...message,
      idempotency_key: `k${case_id}`,
      recipient: 'jan@example.nl',
      provider: 'simulated-email',
      simulated: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('outbox')
    .values({ ...message, communication_id })
    .execute()
}

test('closing a batch closes all its open and paused cases and cancels what waits to be sent', async () => {
  const batch = await build.batch({ cases: 2 })
  const paused = await build.case({ batch, status: 'paused' })
  const paid = await build.case({ batch, status: 'closed', result: 'BET' })
  await queueMail(paused)
  const staff = await lead(batch)
  const { status, body } = await call(batchApi.close, { ...params(batch), body: { resultCode: 'BSL' } }).as(staff)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    status: 'closed',
    counts: { total: 4, closed: 4, open: 0, paused: 0 },
    progress: 100,
    standstill: { reason: 'closed' },
  })
  expect(await casesOf(batch)).toMatchObject([
    { status: 'closed', result: 'BSL', closed_by_batch: true },
    { status: 'closed', result: 'BSL' },
    { status: 'closed', result: 'BSL', paused_before_closing: true },
    { id: paid.id, result: 'BET', closed_by_batch: false },
  ])
  expect((await runsOf(batch)).slice(0, 3).every((run) => run.state === 'finished')).toBe(true)
  expect(await db.selectFrom('communications').select('state').where('case_id', '=', paused.id).executeTakeFirst()).toEqual({
    state: 'cancelled',
  })
})

test('reopening brings back what the closing closed, and nothing else', async () => {
  const batch = await build.batch({ cases: 1 })
  await build.case({ batch, status: 'paused', paused_until: new Date('2026-07-01T10:00:00Z'), expires_on: '2026-01-31' })
  await build.case({ batch, status: 'closed', result: 'BET', expires_on: '2026-01-31' })
  const staff = await lead(batch)
  await call(batchApi.close, { ...params(batch), body: { resultCode: 'BSL' } }).as(staff)
  expect((await call(batchApi.question, params(batch)).as(staff)).body).toEqual({
    open: 0,
    paused: 0,
    resumable: 0,
    queuedMessages: 0,
    openPaymentLinks: 0,
    closedByBatch: 2,
    pausedBeforeClosing: 1,
    expired: 1,
  })
  const { body } = await call(batchApi.reopen, { ...params(batch), body: { includePaused: false } }).as(staff)
  expect(body).toMatchObject({ status: 'open', counts: { open: 1, paused: 1, closed: 1 } })
  expect(await casesOf(batch)).toMatchObject([
    { status: 'open', result: null },
    { status: 'paused', paused_until: new Date('2026-07-01T10:00:00Z') },
    { status: 'closed', result: 'BET' },
  ])
  expect(await runsOf(batch)).toMatchObject([{ state: 'ready' }, { state: 'ready' }, {}])
})

test('a batch that goes on leaves alone what waits for a promise, a complaint or care, and says how much that is', async () => {
  const batch = await build.batch({ cases: 0, status: 'paused' })
  for (const paused_for of [null, 'staff', 'promise', 'complaint', 'vulnerable']) await build.case({ batch, status: 'paused', paused_for })
  const staff = await lead(batch)
  expect((await call(batchApi.question, params(batch)).as(staff)).body).toMatchObject({ paused: 5, resumable: 2 })
  const { body } = await call(batchApi.resume, { ...params(batch), body: { includePaused: true } }).as(staff)
  expect(body).toMatchObject({ counts: { open: 2, paused: 3 }, promised: 1 })
})

test('a case that a colleague paused while its promise runs waits for that: it is not counted among those that go on', async () => {
  const batch = await build.batch({ cases: 0, status: 'paused' })
  const promised = await build.case({ batch, status: 'paused', paused_for: 'staff' })
  await build.case({ batch, status: 'paused' })
  await build.promise(promised, '2026-06-20')
  const staff = await lead(batch)
  expect((await call(batchApi.question, params(batch)).as(staff)).body).toMatchObject({ paused: 2, resumable: 1 })
  const { body } = await call(batchApi.resume, { ...params(batch), body: { includePaused: true } }).as(staff)
  expect(body).toMatchObject({ counts: { open: 1, paused: 1 }, promised: 1 })
})

test('reopening with the paused cases opens those too', async () => {
  const batch = await build.batch({ cases: 1 })
  await build.case({ batch, status: 'paused' })
  const staff = await lead(batch)
  await call(batchApi.close, { ...params(batch), body: { resultCode: 'BSL' } }).as(staff)
  const { body } = await call(batchApi.reopen, { ...params(batch), body: { includePaused: true } }).as(staff)
  expect(body.counts).toMatchObject({ open: 2, paused: 0, closed: 0 })
})

test('a pause leaves the cases as they are, tells their timelines, and resuming can take paused cases along', async () => {
  const batch = await build.batch({ cases: 2 })
  await build.case({ batch, status: 'paused' })
  const staff = await lead(batch)
  const until = '2026-06-04T07:00:00.000Z'
  const paused = await call(batchApi.pause, { ...params(batch), body: { until } }).as(staff)
  expect(paused.body).toMatchObject({
    status: 'paused',
    pausedUntil: until,
    pausedForever: false,
    counts: { open: 2, paused: 1 },
    standstill: { reason: 'paused', at: until },
    version: 2,
  })
  const resumed = await call(batchApi.resume, { ...params(batch), body: { includePaused: true } }).as(staff)
  expect(resumed.body).toMatchObject({ status: 'open', pausedUntil: null, counts: { open: 3, paused: 0 } })
  const found = await db
    .selectFrom('timeline')
    .select(['event', 'by_user'])
    .where('customer_id', '=', batch.customerId)
    .orderBy('id')
    .execute()
  expect(found.map((item) => item.event)).toEqual([
    'batchPaused',
    'batchPaused',
    'batchPaused',
    'batchResumed',
    'batchResumed',
    'batchResumed',
  ])
  expect(found[0]?.by_user).toBe(staff.username)
})

test('what is not allowed now is refused with the state as it is', async () => {
  const batch = await build.batch({ status: 'closed' })
  const staff = await lead(batch)
  const refused = await call(batchApi.close, { ...params(batch), body: { resultCode: 'BSL' } }).as(staff)
  expect(refused.status).toBe(409)
  expect(refused.body).toMatchObject({ error: 'batch.alreadyClosed', current: { batchID: batch.id, status: 'closed' } })
  expect((await call(batchApi.resume, { ...params(batch), body: { includePaused: false } }).as(staff)).body).toMatchObject({
    error: 'batch.notPaused',
  })
})

test('a pause in the past, beyond a year, and an unknown result code are refused', async () => {
  const batch = await build.batch()
  const staff = await lead(batch)
  const past = new Date(clock.now().getTime() - 1000).toISOString()
  expect((await call(batchApi.pause, { ...params(batch), body: { until: past } }).as(staff)).body).toMatchObject({
    error: 'batch.pauseInPast',
    field: 'until',
  })
  expect((await call(batchApi.pause, { ...params(batch), body: { until: '2028-01-01T00:00:00Z' } }).as(staff)).body).toMatchObject({
    error: 'batch.pauseTooLong',
  })
  // That it was paid is for a bank to say.
  for (const resultCode of ['XYZ', 'INF', 'BET'])
    expect((await call(batchApi.close, { ...params(batch), body: { resultCode } }).as(staff)).body).toMatchObject({
      error: 'batch.resultCodeUnknown',
    })
})

test('two who close at once: one does, the other hears that it is closed', async () => {
  const batch = await build.batch({ cases: 3 })
  const staff = await lead(batch)
  const close = () => call(batchApi.close, { ...params(batch), body: { resultCode: 'BSL' } }).as(staff)
  const answers = await Promise.all([close(), close()])
  expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('every order reads back page by page, without gaps or repeats, with an exact total', async () => {
  const { id: customerId } = await build.customer()
  const script = await build.script({ customerId })
  for (const [i, name] of ['b', 'A', 'c', 'B', 'a'].entries()) {
    await build.batch({
      script,
      name,
      priority: 1 + (i % 3),
      status: i % 2 === 0 ? 'open' : 'closed',
      ...(i % 2 === 0 && { imported_at: new Date(Date.UTC(2026, 0, 1 + i)) }),
    })
  }
  const staff = await build.staff({ rights: [Right.viewBatches], customers: [customerId] })
  for (const sort of batchSorts) {
    for (const direction of ['asc', 'desc'] as const) {
      const query = { customerID: customerId, sort, direction }
      const whole = (await call(batchApi.list, { query }).as(staff)).body
      expect(whole.total).toEqual({ value: 5, exact: true })
      const seen: number[] = []
      let cursor: string | null | undefined
      do {
        const page: typeof whole = (await call(batchApi.list, { query: { ...query, limit: 2, ...(cursor && { cursor }) } }).as(staff)).body
        seen.push(...page.rows.map((row) => row.batchID))
        cursor = page.nextCursor
      } while (cursor)
      expect(seen).toEqual(whole.rows.map((row) => row.batchID))
    }
  }
})

test('in the order of their status batches that run come before the paused and the closed, each kind from the newest on', async () => {
  const { id: customerId } = await build.customer()
  const script = await build.script({ customerId })
  for (const status of ['open', 'closed', 'paused', 'open', 'closed', 'preparing'] as const) await build.batch({ script, status })
  const staff = await build.staff({ rights: [Right.viewBatches], customers: [customerId] })
  const query = { customerID: customerId, sort: 'status', direction: 'desc' } as const
  const { rows } = (await call(batchApi.list, { query }).as(staff)).body
  expect(rows.map(({ status }) => status)).toEqual(['open', 'open', 'preparing', 'paused', 'closed', 'closed'])
  expect(rows[0]?.batchID).toBeGreaterThan(rows[1]?.batchID ?? 0)
})

test('outside the lawful hours a batch says that the law forbids, and until when', async () => {
  const script = await build.script({ profile: 'incasso_wki' })
  const batch = await build.batch({ script, cases: 1 })
  expect((await call(batchApi.get, params(batch)).as(await lead(batch))).body.standstill).toBeNull()
  clock.set('2026-06-03T19:30:00Z')
  const { body } = await call(batchApi.get, params(batch)).as(await lead(batch))
  expect(body.standstill).toEqual({ reason: 'lawForbids', at: '2026-06-04T05:00:00.000Z' })
  // Due only after the hours open again: they keep nothing back.
  const nextWeek = new Date('2026-06-10T09:00:00Z')
  await db.updateTable('case_runs').set({ state: 'sleeping', due_at: nextWeek }).where('batch_id', '=', batch.id).execute()
  const { body: later } = await call(batchApi.get, params(batch)).as(await lead(batch))
  expect(later.standstill).toEqual({ reason: 'nothingDue', at: nextWeek.toISOString() })
  // Of which every case is closed: no hour brings anything any more.
  await db.updateTable('cases').set({ status: 'closed' }).where('batch_id', '=', batch.id).execute()
  const { body: done } = await call(batchApi.get, params(batch)).as(await lead(batch))
  expect(done.standstill).toEqual({ reason: 'nothingDue', at: null })
})

test('a batch whose next step or message waits for a provider that is off says so, and not that it waits for its time', async () => {
  const batch = await build.batch({ cases: 2 })
  const [one, other] = await casesOf(batch)
  const soon = new Date(clock.now().getTime() + 15 * 60_000)
  const standstill = async () => (await call(batchApi.get, params(batch)).as(await lead(batch))).body.standstill
  const hold = (held: string | null) =>
    db.updateTable('case_runs').set({ state: 'sleeping', due_at: soon, held }).where('batch_id', '=', batch.id).execute()
  await hold(null)
  await db
    .updateTable('case_runs')
    .set({ held: 'providerOff' })
    .where('case_id', '=', one?.id ?? 0)
    .execute()
  expect(await standstill()).toEqual({ reason: 'providerOff', at: null })
  await hold(null)
  await queueMail({ id: other?.id ?? 0, customerId: batch.customerId, batchId: batch.id })
  await db.updateTable('outbox').set({ next_at: soon }).where('batch_id', '=', batch.id).execute()
  expect(await standstill()).toMatchObject({ reason: 'nothingDue' })
  await db.updateTable('communications').set({ reason: 'providerOff' }).where('batch_id', '=', batch.id).execute()
  expect(await standstill()).toEqual({ reason: 'providerOff', at: null })
  await db.updateTable('case_runs').set({ due_at: clock.now() }).where('batch_id', '=', batch.id).execute()
  expect(await standstill()).toBeNull()
})

test('a batch whose cases all wait is not at a standstill while its mails are leaving', async () => {
  const batch = await build.batch({ cases: 1 })
  const { id: case_id } = await db.selectFrom('cases').select('id').where('batch_id', '=', batch.id).executeTakeFirstOrThrow()
  const tomorrow = new Date(clock.now().getTime() + 24 * 3_600_000)
  await db.updateTable('case_runs').set({ state: 'sleeping', due_at: tomorrow }).where('case_id', '=', case_id).execute()
  const standstill = async () => (await call(batchApi.get, params(batch)).as(await lead(batch))).body.standstill
  expect(await standstill()).toEqual({ reason: 'nothingDue', at: tomorrow.toISOString() })
  await queueMail({ id: case_id, customerId: batch.customerId, batchId: batch.id })
  await db.updateTable('outbox').set({ next_at: clock.now() }).where('batch_id', '=', batch.id).execute()
  expect(await standstill()).toBeNull()
})

test('batches are filtered by priority and by how many days ago they were imported, days of Amsterdam', async () => {
  const script = await build.script()
  const now = clock.now()
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
  const first = await build.batch({ script, cases: 0, priority: 1, imported_at: daysAgo(0) })
  await build.batch({ script, cases: 0, priority: 1, imported_at: daysAgo(20) })
  const third = await build.batch({ script, cases: 0, priority: 7, imported_at: daysAgo(6) })
  await build.batch({ script, cases: 0, priority: 7 })
  const staff = await build.staff({ rights: [Right.viewBatches, Right.changeBatchLines], customers: [script.customerId] })
  const idsOf = async (filter: object) => {
    const { body } = await call(batchApi.list, { query: { customerID: script.customerId, direction: 'asc', ...filter } }).as(staff)
    expect(body.total.value).toBe(body.rows.length)
    return body.rows.map(({ batchID }) => batchID)
  }
  expect(await idsOf({ importedDays: 7 })).toEqual([first.id, third.id])
  expect(await idsOf({ importedDays: 6 })).toEqual([first.id])
  expect(await idsOf({ importedDays: 30, priority: 7 })).toEqual([third.id])
  const action = { kind: 'priority', priority: 3 } as const
  const bulk = await call(bulkApi.batches, {
    body: { customerID: script.customerId, filter: { importedDays: 7, priority: 7 }, action },
  }).as(staff)
  expect(bulk.body).toMatchObject({ total: 1 })
})
