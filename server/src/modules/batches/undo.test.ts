import { batchApi } from '@regie/contract/batches.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { undoApi } from '@regie/contract/undo.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BuiltBatch, BuiltCase, Staff } from '../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'

let { build, call, db, clock }: TestApp = {} as TestApp
let close: TestApp['close']
beforeAll(async () => {
  ;({ build, call, db, clock, close } = await openTestApp())
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
  const message = { customer_id, case_id, batch_id, channel: 'mail' }
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
  expect(await undosOf(staff)).toMatchObject([{ deed: 'batch.close', count: 2, batchID: batch.id, customerID: batch.customerId }])
  later(9)
  expect((await undoLast(staff)).body).toEqual({ restored: 2, leftAlone: 0 })
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
  expect((await undoLast(staff)).body).toEqual({ restored: 1, leftAlone: 1 })
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
  expect((await undoLast(staff)).body).toEqual({ restored: 1, leftAlone: 0 })
  expect((await call(batchApi.get, params(batch)).as(staff)).body).toMatchObject({
    status: 'paused',
    pausedForever: true,
    counts: { paused: 1 },
  })
  expect((await undoLast(staff)).body).toEqual({ restored: 2, leftAlone: 0 })
  expect((await call(batchApi.get, params(batch)).as(staff)).body).toMatchObject({ status: 'open' })
  later(1)
  await call(batchApi.close, { ...params(batch), body: { resultCode: 'BSL' } }).as(staff)
  later(1)
  await call(batchApi.reopen, { ...params(batch), body: { includePaused: true } }).as(staff)
  const mail = await queueMail(paused)
  later(1)
  expect((await undoLast(staff)).body).toEqual({ restored: 2, leftAlone: 0 })
  expect((await call(batchApi.get, params(batch)).as(staff)).body).toMatchObject({ status: 'closed', counts: { closed: 2 } })
  expect(await db.selectFrom('communications').select('state').where('id', '=', mail).execute()).toEqual([{ state: 'cancelled' }])
  expect((await runsOf(batch)).map((run) => run.state)).toEqual(['finished', 'finished'])
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
