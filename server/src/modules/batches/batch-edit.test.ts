import { batchApi, batchEditApi } from '@regie/contract/batches.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BuiltBatch } from '../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'

let { build, call, db, clock }: TestApp = {} as TestApp
let close: TestApp['close']
beforeAll(async () => {
  ;({ build, call, db, clock, close } = await openTestApp())
})
afterAll(() => close())

const params = (batch: BuiltBatch) => ({ params: { batchID: batch.id } })
const lead = (batch: BuiltBatch, ...more: number[]) =>
  build.staff({ rights: [Right.viewBatches, Right.pauseBatches, Right.changeBatchLines, ...more], customers: [batch.customerId] })

test('priority, lines, switches and comments are kept; a switch says since when and by which user, and only when it was turned', async () => {
  const batch = await build.batch({ cases: 1 })
  const staff = await lead(batch)
  const body = { version: 1, priority: 9, ownLines: 3, comments: 'Bel na 14 uur', dialerOn: false, redialOn: true }
  const changed = await call(batchEditApi.change, { ...params(batch), body }).as(staff)
  expect(changed.status).toBe(200)
  expect(changed.body).toMatchObject({
    priority: 9,
    ownLines: 3,
    lines: { max: 3 },
    comments: 'Bel na 14 uur',
    dialerOn: { on: false, at: clock.now().toISOString(), by: staff.username },
    redialOn: { on: true, at: null, by: null },
    version: 2,
  })
  const shared = await call(batchEditApi.change, { ...params(batch), body: { version: 2, ownLines: null } }).as(staff)
  expect(shared.body).toMatchObject({ ownLines: null, dialerOn: { on: false, by: staff.username } })
})

test('who looked at an older version is refused and sees the newer one', async () => {
  const batch = await build.batch()
  const staff = await lead(batch)
  await call(batchEditApi.change, { ...params(batch), body: { version: 1, comments: 'eerst' } }).as(staff)
  const stale = await call(batchEditApi.change, { ...params(batch), body: { version: 1, comments: 'later' } }).as(staff)
  expect(stale).toMatchObject({ status: 409, body: { error: 'error.conflict', current: { comments: 'eerst', version: 2 } } })
})

test('more lines than the script has are refused, and lines without the right to lines', async () => {
  const batch = await build.batch()
  const staff = await lead(batch)
  const { max_lines: max } = await db.selectFrom('scripts').select('max_lines').where('id', '=', batch.script.id).executeTakeFirstOrThrow()
  const tooMany = await call(batchEditApi.change, { ...params(batch), body: { version: 1, ownLines: max + 1 } }).as(staff)
  expect(tooMany).toMatchObject({ status: 422, body: { error: 'batch.tooManyLines', field: 'ownLines', params: { max } } })
  const pauser = await build.staff({ rights: [Right.pauseBatches], customers: [batch.customerId] })
  const onlyComments = await call(batchEditApi.change, { ...params(batch), body: { version: 1, comments: 'mag' } }).as(pauser)
  const alsoLines = await call(batchEditApi.change, { ...params(batch), body: { version: 2, priority: 2 } }).as(pauser)
  expect([onlyComments.status, alsoLines.status]).toEqual([200, 403])
})

test('a locked batch is read-only for all but who may lock, and says who locked it and why', async () => {
  const batch = await build.batch()
  const [staff, keeper] = [await lead(batch), await lead(batch, Right.lockBatches)]
  expect((await call(batchEditApi.lock, { ...params(batch), body: { locked: true, reason: ' ' } }).as(keeper)).body).toMatchObject({
    error: 'batch.lockReasonMissing',
  })
  const locked = await call(batchEditApi.lock, { ...params(batch), body: { locked: true, reason: 'Overleg met klant' } }).as(keeper)
  expect(locked.body.locked).toEqual({ by: keeper.username, at: clock.now().toISOString(), reason: 'Overleg met klant' })
  const refused = { status: 423, body: { error: 'batch.locked', params: { by: keeper.username, reason: 'Overleg met klant' } } }
  expect(await call(batchEditApi.change, { ...params(batch), body: { version: 2, comments: 'x' } }).as(staff)).toMatchObject(refused)
  expect(await call(batchApi.pause, { ...params(batch), body: { until: null } }).as(staff)).toMatchObject(refused)
  expect(await call(batchEditApi.trial, { ...params(batch), body: { trial: null } }).as(staff)).toMatchObject(refused)
  expect((await call(batchApi.pause, { ...params(batch), body: { until: null } }).as(keeper)).status).toBe(200)
  const unlocked = await call(batchEditApi.lock, { ...params(batch), body: { locked: false, reason: '' } }).as(keeper)
  expect(unlocked.body.locked).toBeNull()
})

test('a batch is found by a part of its name or by its whole number', async () => {
  const batch = await build.batch({ name: 'Herinnering 100% juni' })
  const staff = await lead(batch)
  const found = async (q: string) =>
    (await call(batchApi.list, { query: { customerID: batch.customerId, q } }).as(staff)).body.rows.map((row) => row.batchID)
  expect([await found('0% JUNI'), await found(String(batch.id)), await found('100_'), await found(`${batch.id}0`)]).toEqual([
    [batch.id],
    [batch.id],
    [],
    [],
  ])
})
