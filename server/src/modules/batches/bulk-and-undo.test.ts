import { batchApi } from '@regie/contract/batches.ts'
import { type BulkJob, bulkApi } from '@regie/contract/bulk.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { undoApi } from '@regie/contract/undo.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BuiltBatch, BuiltCase, Staff } from '../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { runJobs } from '../../../test/run-jobs.ts'
import { KeptCaseWork } from '../bulk/bulk-queries.ts'

let { build, call, db, clock, services }: TestApp = {} as TestApp
let close: TestApp['close']
beforeAll(async () => {
  ;({ build, call, db, clock, services, close } = await openTestApp())
})
afterAll(() => close())

const params = (batch: BuiltBatch) => ({ params: { batchID: batch.id } })
const lead = (batch: BuiltBatch) =>
  build.staff({ rights: [Right.viewBatches, Right.pauseBatches, Right.closeBatches], customers: [batch.customerId] })
const casesOf = (batch: BuiltBatch) => db.selectFrom('cases').selectAll().where('batch_id', '=', batch.id).orderBy('id').execute()
const runsOf = (batch: BuiltBatch) => db.selectFrom('case_runs').selectAll().where('batch_id', '=', batch.id).orderBy('case_id').execute()
const undosOf = async (staff: Staff) => (await call(undoApi.list, {}).as(staff)).body
const undoLast = async (staff: Staff) => {
  const [last] = await undosOf(staff)
  return call(undoApi.undo, { params: { token: last?.token ?? 'none' } }).as(staff)
}
const later = (minutes: number) => clock.set(new Date(clock.now().getTime() + minutes * 60_000))

async function queueMail({ id: case_id, customerId: customer_id, batchId: batch_id }: BuiltCase) {
  const message = { customer_id, case_id, batch_id, channel: 'email' }
  const { id: communication_id } = await db
    .insertInto('communications')
    .values({ ...message, idempotency_key: `u${case_id}`, recipient: 'jan@example.nl', provider: 'simulated-email', simulated: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('outbox')
    .values({ ...message, communication_id })
    .execute()
  return communication_id
}

test('a closed batch is as it was: its cases, where they slept in their script, and what was waiting to be sent', async () => {
  const batch = await build.batch({ cases: 1 })
  const paused = await build.case({ batch, status: 'paused', paused_until: new Date('2026-07-01T10:00:00Z') })
  await build.case({ batch, status: 'closed', result: 'RET' })
  const mail = await queueMail(paused)
  await db
    .updateTable('case_runs')
    .set({ state: 'sleeping', due_at: new Date('2026-06-09T08:00:00Z') })
    .where('case_id', '=', paused.id)
    .execute()
  const before = [await casesOf(batch), await runsOf(batch)]
  const staff = await lead(batch)
  await call(batchApi.close, { ...params(batch), body: { resultCode: 'BSL' } }).as(staff)
  expect(await undosOf(staff)).toMatchObject([{ action: 'batch.close', count: 2, batchID: batch.id, customerID: batch.customerId }])
  later(9)
  expect((await undoLast(staff)).body).toEqual({ restored: 2, leftAlone: 0, reasons: [] })
  const changing = { version: expect.anything(), updated_at: expect.anything() }
  expect(await casesOf(batch)).toEqual(before[0]?.map((row) => ({ ...row, ...changing })))
  expect(await runsOf(batch)).toEqual(before[1])
  expect((await call(batchApi.get, params(batch)).as(staff)).body).toMatchObject({
    status: 'open',
    counts: { open: 1, paused: 1, closed: 1 },
  })
  expect(await db.selectFrom('outbox').select('state').where('communication_id', '=', mail).execute()).toEqual([{ state: 'queued' }])
  expect(await undosOf(staff)).toEqual([])
})

test('what somebody changed since is left alone', async () => {
  const batch = await build.batch({ cases: 2 })
  const staff = await lead(batch)
  await call(batchApi.close, { ...params(batch), body: { resultCode: 'BSL' } }).as(staff)
  later(1)
  const [first] = await casesOf(batch)
  await db
    .updateTable('cases')
    .set((eb) => ({ result: 'BET', status_at: clock.now(), version: eb('version', '+', 1) }))
    .where('id', '=', first?.id ?? 0)
    .execute()
  expect((await undoLast(staff)).body).toEqual({ restored: 1, leftAlone: 1, reasons: [{ reason: 'closed', count: 1 }] })
  expect(await casesOf(batch)).toMatchObject([
    { status: 'closed', result: 'BET' },
    { status: 'open', result: null },
  ])
})

test('a pause and a resume are taken back; a reopening closes again and calls back what it queued', async () => {
  const batch = await build.batch({ cases: 1 })
  const paused = await build.case({ batch, status: 'paused' })
  const staff = await lead(batch)
  await call(batchApi.pause, { ...params(batch), body: { until: null } }).as(staff)
  later(1)
  await call(batchApi.resume, { ...params(batch), body: { includePaused: true } }).as(staff)
  expect((await undoLast(staff)).body).toEqual({ restored: 1, leftAlone: 0, reasons: [] })
  expect((await call(batchApi.get, params(batch)).as(staff)).body).toMatchObject({
    status: 'paused',
    pausedForever: true,
    counts: { paused: 1 },
  })
  expect((await undoLast(staff)).body).toEqual({ restored: 2, leftAlone: 0, reasons: [] })
  expect((await call(batchApi.get, params(batch)).as(staff)).body).toMatchObject({ status: 'open' })
  later(1)
  await call(batchApi.close, { ...params(batch), body: { resultCode: 'BSL' } }).as(staff)
  later(1)
  await call(batchApi.reopen, { ...params(batch), body: { includePaused: true } }).as(staff)
  const mail = await queueMail(paused)
  later(1)
  expect((await undoLast(staff)).body).toEqual({ restored: 2, leftAlone: 0, reasons: [] })
  expect((await call(batchApi.get, params(batch)).as(staff)).body).toMatchObject({ status: 'closed', counts: { closed: 2 } })
  expect(await db.selectFrom('communications').select('state').where('id', '=', mail).execute()).toEqual([{ state: 'cancelled' }])
  expect((await runsOf(batch)).map((run) => run.state)).toEqual(['finished', 'finished'])
})

test('a reopening that is taken back leaves the batch open for a case that somebody works on since', async () => {
  const batch = await build.batch({ cases: 2 })
  const staff = await lead(batch)
  await call(batchApi.close, { ...params(batch), body: { resultCode: 'BSL' } }).as(staff)
  later(1)
  await call(batchApi.reopen, { ...params(batch), body: { includePaused: true } }).as(staff)
  later(1)
  const [first] = await casesOf(batch)
  await db
    .updateTable('cases')
    .set((eb) => ({ status: 'paused', status_at: clock.now(), version: eb('version', '+', 1) }))
    .where('id', '=', first?.id ?? 0)
    .execute()
  expect((await undoLast(staff)).body).toEqual({
    restored: 1,
    leftAlone: 2,
    reasons: [
      { reason: 'paused', count: 1 },
      { reason: 'batchKept', count: 1 },
    ],
  })
  expect((await call(batchApi.get, params(batch)).as(staff)).body).toMatchObject({ status: 'open', counts: { paused: 1, closed: 1 } })
})

test('after ten minutes, twice, or by another it cannot be taken back', async () => {
  const batch = await build.batch({ cases: 1 })
  const [staff, other] = [await lead(batch), await lead(batch)]
  await call(batchApi.pause, { ...params(batch), body: { until: null } }).as(staff)
  const token = (await undosOf(staff))[0]?.token ?? ''
  expect(await undosOf(other)).toEqual([])
  expect(await call(undoApi.undo, { params: { token } }).as(other)).toMatchObject({ status: 404, body: { error: 'undo.notFound' } })
  later(10)
  expect(await undosOf(staff)).toEqual([])
  expect(await call(undoApi.undo, { params: { token } }).as(staff)).toMatchObject({ status: 410, body: { error: 'undo.gone' } })
  await call(batchApi.resume, { ...params(batch), body: { includePaused: false } }).as(staff)
  const again = (await undosOf(staff))[0]?.token ?? ''
  expect((await call(undoApi.undo, { params: { token: again } }).as(staff)).status).toBe(200)
  expect((await call(undoApi.undo, { params: { token: again } }).as(staff)).status).toBe(410)
})

const workers = (batch: BuiltBatch) =>
  build.staff({
    rights: [Right.viewBatches, Right.pauseBatches, Right.closeBatches, Right.changeBatchLines, Right.changeCases, Right.closeCases],
    customers: [batch.customerId],
  })
const ended = async (job: { body: BulkJob }, staff: Staff) => {
  await runJobs(services)
  return (await call(bulkApi.get, { params: { bulkID: job.body.bulkID } }).as(staff)).body
}
const statusesOf = async (batch: BuiltBatch) => (await casesOf(batch)).map((row) => row.status)

test('many cases are closed by a job that tells what it passed over, and all of it is taken back', async () => {
  const batch = await build.batch({ cases: 510 })
  const paused = await build.case({ batch, status: 'paused', paused_until: new Date('2026-07-01T10:00:00Z') })
  await build.case({ batch, status: 'closed', result: 'BET' })
  await build.case({ batch, live_state: 'human' })
  const mail = await queueMail(paused)
  const staff = await workers(batch)
  const body = { customerID: batch.customerId, filter: { batchID: batch.id } }
  expect((await call(bulkApi.count, { body }).as(staff)).body).toEqual({ total: 513, open: 511, paused: 1, closed: 1 })
  const job = await call(bulkApi.cases, { body: { ...body, action: { kind: 'close', resultCode: 'RET' } } }).as(staff)
  expect(job.body).toMatchObject({ kind: 'cases', action: 'close', state: 'waiting', total: 513, done: 0, undoToken: null })
  const done = await ended(job, staff)
  expect(done).toMatchObject({ state: 'done', done: 513, undoToken: expect.any(String) })
  expect(done.skipped.toSorted((one, other) => one.reason.localeCompare(other.reason))).toEqual([
    { reason: 'case.alreadyClosed', count: 1 },
    { reason: 'case.inCall', count: 1 },
  ])
  expect(new Set(await statusesOf(batch))).toEqual(new Set(['closed', 'open']))
  expect(await undosOf(staff)).toMatchObject([{ action: 'cases.bulk', count: 511, change: { kind: 'close', result: 'RET' } }])
  expect((await undoLast(staff)).body).toEqual({ restored: 511, leftAlone: 0, reasons: [] })
  const written = await db.selectFrom('audit').select('action').distinct().where('user_id', '=', staff.userId).execute()
  expect(written.map((row) => row.action)).toEqual(expect.arrayContaining(['bulk.cases', 'undo.undo']))
  expect((await call(batchApi.get, params(batch)).as(staff)).body.counts).toMatchObject({ open: 511, paused: 1, closed: 1 })
  expect(await db.selectFrom('outbox').select('state').where('communication_id', '=', mail).execute()).toEqual([{ state: 'queued' }])
})

test('a search pins the cases that it found; pausing, resuming and reopening tell why one was passed over', async () => {
  const batch = await build.batch()
  for (const name of ['Anna Zonderling', 'Bert Zonderling', 'Cas Anders']) await build.case({ batch, name })
  const staff = await workers(batch)
  const bulk = async (filter: object, action: Parameters<typeof actionOf>[0]) => {
    const job = await call(bulkApi.cases, { body: { customerID: batch.customerId, filter, action: actionOf(action) } }).as(staff)
    return ended(job, staff)
  }
  expect(await bulk({ q: 'zonderling' }, 'pause')).toMatchObject({ state: 'done', total: 2, skipped: [] })
  expect(await statusesOf(batch)).toEqual(['paused', 'paused', 'open'])
  expect(await bulk({ batchID: batch.id }, 'resume')).toMatchObject({ skipped: [{ reason: 'case.notPaused', count: 1 }] })
  expect(await bulk({ caseIDs: (await casesOf(batch)).map((row) => row.id) }, 'reopen')).toMatchObject({
    skipped: [{ reason: 'case.notClosed', count: 3 }],
    undoToken: null,
  })
})

test('of cases that are resumed, those whose promise runs wait for it: they are named apart, and taken back with the others', async () => {
  const batch = await build.batch()
  const promised = await build.case({ batch, status: 'paused', paused_for: 'staff' })
  for (const _ of [1, 2]) await build.case({ batch, status: 'paused', paused_for: 'staff' })
  await build.promise(promised, '2026-06-20')
  const staff = await workers(batch)
  const action = actionOf('resume')
  const job = await call(bulkApi.cases, { body: { customerID: batch.customerId, filter: { batchID: batch.id }, action } }).as(staff)
  expect(await ended(job, staff)).toMatchObject({ done: 3, skipped: [{ reason: 'case.waitsForPromise', count: 1 }] })
  expect(await undosOf(staff)).toMatchObject([{ count: 2, change: { kind: 'resume' } }])
  expect((await casesOf(batch)).map((row) => row.paused_for)).toEqual(['promise', null, null])
  expect((await undoLast(staff)).body).toMatchObject({ leftAlone: 0 })
  expect((await casesOf(batch)).map((row) => row.paused_for)).toEqual(['staff', 'staff', 'staff'])
})

test('a list of cases or batches that cannot be is refused, and never read as all of them', async () => {
  const batch = await build.batch({ cases: 2 })
  const staff = await workers(batch)
  const start = { customerID: batch.customerId, action: { kind: 'pause', until: null } } as const
  const ids = (length: number) => Array.from({ length }, (_, at) => at + 1)
  for (const caseIDs of [[], ids(10_001), [0], ['1'] as unknown as number[]])
    expect((await call(bulkApi.cases, { body: { ...start, filter: { caseIDs } } }).as(staff)).body).toMatchObject({
      error: 'error.invalid',
    })
  for (const batchIDs of [[], ids(1_001)])
    expect((await call(bulkApi.batches, { body: { ...start, filter: { batchIDs } } }).as(staff)).body).toMatchObject({
      error: 'error.invalid',
    })
  // What a search found may be more than anybody names.
  const kept = { caseIDs: ids(10_001) }
  const work = { action: start.action, lastId: 1, mayUnlock: false }
  expect(KeptCaseWork.parse({ ...work, filter: kept }).filter).toEqual(kept)
})

test('what is not for him, what finds nothing and what is locked is refused or passed over', async () => {
  const batch = await build.batch({ cases: 2 })
  const staff = await build.staff({ rights: [Right.changeCases], customers: [batch.customerId] })
  const body = { customerID: batch.customerId, filter: { batchID: batch.id } }
  const close = await call(bulkApi.cases, { body: { ...body, action: { kind: 'close', resultCode: 'RET' } } }).as(staff)
  expect(close).toMatchObject({ status: 403, body: { error: 'error.rightMissing' } })
  // Who has died goes on the blacklist: that is for one case at a time.
  const action = { kind: 'close', resultCode: 'OVL' } as const
  expect(await call(bulkApi.cases, { body: { ...body, action } }).as(await workers(batch))).toMatchObject({
    status: 422,
    body: { error: 'case.resultCodeUnknown' },
  })
  const nothing = await call(bulkApi.cases, { body: { ...body, filter: { batchID: 9_999_999 }, action: { kind: 'resume' } } }).as(staff)
  expect(nothing).toMatchObject({ status: 422, body: { error: 'bulk.nothingSelected' } })
  await db
    .updateTable('batches')
    .set({ locked_at: clock.now(), locked_by: 'baas', lock_reason: 'overleg' })
    .where('id', '=', batch.id)
    .execute()
  const job = await call(bulkApi.cases, { body: { ...body, action: { kind: 'pause', until: null } } }).as(staff)
  expect(await ended(job, staff)).toMatchObject({ skipped: [{ reason: 'batch.locked', count: 2 }] })
  const other = await build.staff({ rights: [Right.changeCases], customers: [batch.customerId] })
  expect((await call(bulkApi.get, { params: { bulkID: job.body.bulkID } }).as(other)).body).toMatchObject({ error: 'bulk.notFound' })
})

test('a job that is cancelled before it begins does nothing', async () => {
  const batch = await build.batch({ cases: 1 })
  const staff = await workers(batch)
  const action = { kind: 'pause', until: null } as const
  const job = await call(bulkApi.cases, { body: { customerID: batch.customerId, filter: { batchID: batch.id }, action } }).as(staff)
  expect((await call(bulkApi.cancel, { params: { bulkID: job.body.bulkID } }).as(staff)).body).toMatchObject({ state: 'cancelled' })
  expect(await ended(job, staff)).toMatchObject({ state: 'cancelled', done: 0 })
  expect(await statusesOf(batch)).toEqual(['open'])
})

test('many batches get a priority or close, and are as they were when that is taken back', async () => {
  const first = await build.batch({ cases: 2, priority: 3 })
  const second = await build.batch({ script: first.script, status: 'paused', cases: 1 })
  const closed = await build.batch({ script: first.script, status: 'closed' })
  const staff = await workers(first)
  const bulk = async (action: { kind: 'priority'; priority: number } | { kind: 'close'; resultCode: string }) => {
    const job = await call(bulkApi.batches, { body: { customerID: first.customerId, filter: { scriptID: first.script.id }, action } }).as(
      staff,
    )
    return ended(job, staff)
  }
  const rows = async () => (await call(batchApi.list, { query: { customerID: first.customerId, direction: 'asc' } }).as(staff)).body.rows
  expect(await bulk({ kind: 'priority', priority: 8 })).toMatchObject({ state: 'done', done: 3, skipped: [] })
  later(1)
  expect(await bulk({ kind: 'close', resultCode: 'BSL' })).toMatchObject({
    done: 3,
    skipped: [{ reason: 'batch.alreadyClosed', count: 1 }],
  })
  expect((await rows()).map((row) => [row.status, row.priority])).toEqual([
    ['closed', 8],
    ['closed', 8],
    ['closed', 8],
  ])
  expect((await undoLast(staff)).body).toEqual({ restored: 3, leftAlone: 0, reasons: [] })
  expect((await undoLast(staff)).body).toEqual({ restored: 3, leftAlone: 0, reasons: [] })
  expect((await rows()).map((row) => [row.status, row.priority])).toEqual([
    ['open', 3],
    ['paused', 5],
    ['closed', 5],
  ])
  expect([await statusesOf(first), await statusesOf(second), await statusesOf(closed)]).toEqual([['open', 'open'], ['open'], []])
})

function actionOf(kind: 'pause' | 'resume' | 'reopen') {
  return kind === 'pause' ? ({ kind, until: null } as const) : ({ kind } as const)
}
