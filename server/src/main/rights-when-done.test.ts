import { accountApi } from '@regie/contract/account.ts'
import { batchApi } from '@regie/contract/batches.ts'
import { bulkApi } from '@regie/contract/bulk.ts'
import { ownCustomerRight, Right } from '@regie/contract/right-codes.ts'
import { undoApi } from '@regie/contract/undo.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BuiltBatch, Staff } from '../../test/builders.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { runJobs } from '../../test/run-jobs.ts'

const dayMs = 24 * 60 * 60_000
let app: TestApp
let batch: BuiltBatch
let staff: Staff
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  batch = await app.build.batch({ cases: 2 })
  const rights = [Right.viewBatches, Right.viewCases, Right.pauseBatches, Right.closeBatches, Right.closeCases, Right.changeCases]
  staff = await app.build.staff({ rights, customers: [batch.customerId], home: batch.customerId })
})

const takeRight = (code: number) =>
  app.db
    .deleteFrom('right_group_objects')
    .where('group_id', 'in', (eb) => eb.selectFrom('right_group_members').select('group_id').where('user_id', '=', staff.userId))
    .where('object_id', 'in', (eb) => eb.selectFrom('right_objects').select('id').where('code', '=', code))
    .execute()
const lock = () => app.db.updateTable('users').set({ locked_at: app.clock.now() }).where('id', '=', staff.userId).execute()
const changeHome = (change: object) => app.db.updateTable('customers').set(change).where('id', '=', batch.customerId).execute()
const enforceFactor = () => changeHome({ enforce_two_factor: true })
async function expirePassword() {
  const password_changed_at = new Date(app.clock.now().getTime() - 91 * dayMs)
  await app.db.updateTable('users').set({ password_changed_at }).where('id', '=', staff.userId).execute()
  await changeHome({ password_expiry_days: 90 })
}

const taken = [
  ['its right is taken away', () => takeRight(Right.closeCases)],
  ['its customer is taken away', () => takeRight(ownCustomerRight(batch.customerId))],
  ['its user is locked', lock],
  ['a second factor is enforced', enforceFactor],
  ['the password expires', expirePassword],
] as const

test.each(taken)('a bulk action that waits does nothing more when %s, and says so', async (_what, take) => {
  const { customerId: customerID } = batch
  const action = { kind: 'close', resultCode: 'RET' } as const
  const { body: job } = await app.call(bulkApi.cases, { body: { customerID, filter: { batchID: batch.id }, action } }).as(staff)
  await take()
  await runJobs(app.services)
  const cases = await app.db.selectFrom('cases').select('status').where('batch_id', '=', batch.id).execute()
  expect(cases.map(({ status }) => status)).toEqual(['open', 'open'])
  expect(await app.db.selectFrom('bulk_jobs').select('state').where('id', '=', job.bulkID).executeTakeFirst()).toEqual({ state: 'refused' })
})

test('what was done is not taken back by who may no longer do it', async () => {
  await app.call(batchApi.close, { params: { batchID: batch.id }, body: { resultCode: 'BSL' } }).as(staff)
  const [entry] = (await app.call(undoApi.list).as(staff)).body
  const undo = app.call(undoApi.undo, { params: { token: entry?.token ?? '' } })
  await takeRight(Right.closeBatches)
  expect(await undo.as(staff)).toMatchObject({ status: 403, body: { error: 'error.rightMissing' } })
  await app.build.grant(staff.userId, [Right.closeBatches])
  expect(await undo.as(staff)).toMatchObject({ status: 200, body: { restored: 2 } })
})

test('a kept answer is not given again to who lost a right since', async () => {
  const { customerId: customerID } = batch
  const action = { kind: 'close', resultCode: 'RET' } as const
  const ask = () =>
    app
      .call(bulkApi.cases, { body: { customerID, filter: { batchID: batch.id }, action } })
      .as(staff, { 'idempotency-key': 'kept-answer-1' })
  const first = await ask()
  expect((await ask()).body).toEqual(first.body)
  // The endpoint itself also lets in who holds 221.
  await takeRight(Right.closeCases)
  expect(await ask()).toMatchObject({ status: 403, body: { error: 'error.rightMissing' } })
})

test.each([
  ['a second factor is enforced', enforceFactor, 'login.twoFactorRequired'],
  ['the password expires', expirePassword, 'login.passwordExpired'],
] as const)('when %s the API key opens nothing either, nor does the session', async (_what, take, error) => {
  const { apiKey } = (await app.call(accountApi.resetApiKey, { body: { password: staff.password } }).as(staff)).body
  const byKey = () => app.call(batchApi.list, { query: { customerID: batch.customerId } }).asNobody({ authorization: `Bearer ${apiKey}` })
  expect((await byKey()).status).toBe(200)
  await take()
  expect(await byKey()).toMatchObject({ status: 403, body: { error } })
  const bySession = () => app.call(batchApi.list, { query: { customerID: batch.customerId } }).as(staff)
  await expect.poll(async () => (await bySession()).body).toMatchObject({ error })
})
