import { batchApi } from '@regie/contract/batches.ts'
import { caseActionApi } from '@regie/contract/case-actions.ts'
import { caseApi } from '@regie/contract/cases.ts'
import { paymentApi } from '@regie/contract/payment-actions.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { undoApi } from '@regie/contract/undo.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BuiltBatch, BuiltCase, Staff } from '../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { recordLinkPayment } from '../cases/money/record-payments.ts'

let app: TestApp
let batch: BuiltBatch
let staff: Staff
const rights = [Right.viewCases, Right.viewBatches, Right.changeCases, Right.closeCases]
beforeAll(async () => {
  app = await openTestApp({ start: '2026-06-03T09:00:00Z' })
  batch = await app.build.batch()
  staff = await app.build.staff({ rights: [...rights, Right.bookPayments], customers: [batch.customerId] })
})
afterAll(() => app.close())

const payment = { amountCents: 10_000, paidOn: '2026-06-01' }
const owing = () => app.build.case({ batch, outstanding_cents: 10_000 })
const paymentsOf = async ({ id }: BuiltCase) => (await app.call(caseApi.payments, { params: { caseID: id } }).as(staff)).body
const look = async ({ id }: BuiltCase) => (await app.call(caseApi.get, { params: { caseID: id }, query: {} }).as(staff)).body
const close = async (one: BuiltCase, given: object, by = staff) =>
  app
    .call(caseActionApi.close, { params: { caseID: one.id }, body: { version: (await look(one)).version, resultCode: 'BET', ...given } })
    .as(by)
const eventsOf = async ({ id }: BuiltCase) => {
  const rows = await app.db.selectFrom('timeline').select(['event', 'params', 'by_user']).where('case_id', '=', id).orderBy('id').execute()
  return rows.map(({ event, by_user }) => `${event} ${by_user}`)
}

test('who books a payment closes the case as paid, and every screen shows what was paid, when, and that nothing is open', async () => {
  const one = await owing()
  const { body } = await close(one, { payment, note: 'Contant aan de balie' })
  expect(body).toMatchObject({
    status: 'closed',
    result: 'BET',
    outstandingCents: 0,
    paidCents: 10_000,
    paidOn: '2026-06-01',
  })
  expect((await paymentsOf(one)).payments).toMatchObject([
    { amountCents: 10_000, currency: 'EUR', paidOn: '2026-06-01', note: 'Contant aan de balie', by: staff.username },
  ])
  const list = await app.call(caseApi.list, { query: { customerID: batch.customerId, batchID: batch.id } }).as(staff)
  expect(list.body.rows.find(({ caseID }) => caseID === one.id)).toMatchObject({
    outstandingCents: 0,
    paidCents: 10_000,
    paidOn: '2026-06-01',
  })
  expect(await eventsOf(one)).toEqual([`paymentBooked ${staff.username}`, `closed ${staff.username}`])
})

const book = async (one: BuiltCase, given: object, by = staff) =>
  app
    .call(paymentApi.book, {
      params: { caseID: one.id },
      body: { version: (await look(one)).version, ...payment, method: 'bank', note: '', close: false, ...given },
    })
    .as(by)
const withdraw = (one: BuiltCase, paymentID: number, reason = 'Verkeerd dossier', by = staff) =>
  app.call(paymentApi.withdraw, { params: { caseID: one.id, paymentID }, body: { reason } }).as(by)
// Whoever was away signs in again.
const comeBackAt = async (at: string) => {
  app.clock.set(at)
  staff = { ...staff, secret: await app.build.session(staff.userId) }
}
const lastPayment = async (one: BuiltCase) => (await paymentsOf(one)).payments[0]?.paymentID ?? 0

test('a part that is paid leaves the case open with the rest; the last part closes it when asked to', async () => {
  const one = await owing()
  expect((await book(one, { amountCents: 4_000, method: 'cash' })).body).toMatchObject({
    ...{ status: 'open', outstandingCents: 6_000, paidCents: 4_000, paidOn: '2026-06-01' },
  })
  expect((await book(one, { amountCents: 6_000, close: true })).body).toMatchObject({
    status: 'closed',
    result: 'BET',
    outstandingCents: 0,
  })
  expect((await paymentsOf(one)).payments).toMatchObject([
    { amountCents: 6_000, method: 'bank', withdrawn: null },
    { amountCents: 4_000, method: 'cash', withdrawn: null },
  ])
  expect(await eventsOf(one)).toEqual([
    ...[`paymentBooked ${staff.username}`, `paymentBooked ${staff.username}`, `closed ${staff.username}`],
  ])
})

test('no case is closed as paid while something of it is open; too much leaves nothing open', async () => {
  const [part, more] = [await owing(), await owing()]
  const little = { ...payment, amountCents: 4_000 }
  expect((await close(part, { payment: little })).body).toMatchObject({ error: 'case.notAllPaid', field: 'payment.amountCents' })
  expect((await book(part, { amountCents: 4_000, close: true })).body).toMatchObject({ error: 'case.notAllPaid' })
  expect(await look(part)).toMatchObject({ status: 'open', outstandingCents: 10_000, paidCents: 0 })
  expect((await close(more, { payment: { ...payment, amountCents: 11_000 } })).body).toMatchObject({
    outstandingCents: 0,
    paidCents: 11_000,
  })
})

test('money for a closed case is booked too, and who saw an older case is refused', async () => {
  const one = await owing()
  await app.call(caseActionApi.close, { params: { caseID: one.id }, body: { version: 1, resultCode: 'RET' } }).as(staff)
  expect((await book(one, { version: 1 })).body).toMatchObject({ error: 'error.conflict' })
  expect((await book(one, { amountCents: 4_000 })).body).toMatchObject({ status: 'closed', result: 'RET', outstandingCents: 6_000 })
  expect((await book(one, { amountCents: 6_000 })).body).toMatchObject({
    status: 'closed',
    result: 'BET',
    outstandingCents: 0,
    paidCents: 10_000,
  })
  // Taken back, it counts as it was closed.
  expect((await withdraw(one, await lastPayment(one))).body).toMatchObject({ status: 'closed', result: 'RET', outstandingCents: 6_000 })
  expect((await eventsOf(one)).filter((event) => event.startsWith('resultSet'))).toHaveLength(2)
})

test('what was paid after the closing stays closed: neither taking the closing back nor opening its batch asks the debtor again', async () => {
  const paidSince = { status: 'closed', result: 'BET', outstandingCents: 0 }
  const one = await owing()
  await close(one, { resultCode: 'RET' })
  const { body: entries } = await app.call(undoApi.list, {}).as(staff)
  const entry = entries.find(({ caseID }) => caseID === one.id)
  app.clock.set(new Date(app.clock.now().getTime() + 60_000))
  await book(one, { amountCents: 10_000 })
  const undone = await app.call(undoApi.undo, { params: { token: entry?.token ?? '' } }).as(staff)
  expect(undone.body).toMatchObject({ restored: 0, reasons: [{ reason: 'paid', count: 1 }] })
  expect(await look(one)).toMatchObject(paidSince)

  const other = await app.build.batch({ customerId: batch.customerId })
  const [paid, open] = [await app.build.case({ batch: other, outstanding_cents: 10_000 }), await app.build.case({ batch: other })]
  const params = { batchID: other.id }
  const closer = await app.build.staff({
    rights: [...rights, Right.closeBatches, Right.bookPayments],
    customers: [batch.customerId],
  })
  expect(await app.call(batchApi.close, { params, body: { resultCode: 'RET' } }).as(closer)).toMatchObject({ status: 200 })
  await book(paid, { amountCents: 10_000 }, closer)
  expect(await look(paid)).toMatchObject(paidSince)
  await app.call(batchApi.reopen, { params, body: { includePaused: true } }).as(closer)
  expect(await look(paid)).toMatchObject(paidSince)
  expect(await look(open)).toMatchObject({ status: 'open' })
})

test('two who book the rest of a closed case at once give it its result once; the counters know it', async () => {
  const one = await owing()
  await app.call(caseActionApi.close, { params: { caseID: one.id }, body: { version: 1, resultCode: 'RET' } }).as(staff)
  const { body: seen } = await app.call(caseApi.get, { params: { caseID: one.id }, query: {} }).as(staff)
  const answers = await Promise.all([book(one, { version: seen.version }), book(one, { version: seen.version })])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect((await eventsOf(one)).filter((event) => event.startsWith('resultSet'))).toHaveLength(1)
  const faults = await app.pool.query(`
    (select * from batch_counters except select * from batch_counters_recounted)
    union all (select * from batch_counters_recounted except select * from batch_counters)`)
  expect(faults.rows).toEqual([])
})

test('a booking is taken back hours later, with its reason: it is open again everywhere, and stays to be read', async () => {
  const one = await owing()
  await book(one, { amountCents: 4_000 })
  await comeBackAt('2026-06-03T14:00:00Z')
  const paymentID = await lastPayment(one)
  expect((await withdraw(one, paymentID, '  ')).body).toMatchObject({ error: 'payment.reasonMissing', field: 'reason' })
  expect((await withdraw(one, paymentID)).body).toMatchObject({ status: 'open', outstandingCents: 10_000, paidCents: 0, paidOn: null })
  const withdrawn = { at: app.clock.now().toISOString(), by: staff.username, reason: 'Verkeerd dossier' }
  expect((await paymentsOf(one)).payments).toMatchObject([{ paymentID, withdrawn }])
  expect((await withdraw(one, paymentID)).body).toMatchObject({ error: 'payment.alreadyWithdrawn' })
  expect(await eventsOf(one)).toEqual([`paymentBooked ${staff.username}`, `paymentWithdrawn ${staff.username}`])
  await comeBackAt('2026-06-03T09:00:00Z')
})

test('a booking that closed its case is taken back after ten minutes; the case is open again with what is open', async () => {
  const one = await owing()
  await close(one, { payment })
  await comeBackAt('2026-06-03T09:11:00Z')
  expect((await withdraw(one, await lastPayment(one))).body).toMatchObject({ status: 'open', result: null, outstandingCents: 10_000 })
  await comeBackAt('2026-06-03T09:00:00Z')
})

test('without its right nobody takes a booking back, nor one of another case, nor what the bank reported', async () => {
  const [one, other] = [await owing(), await owing()]
  await book(one, {})
  const paymentID = await lastPayment(one)
  const agent = await app.build.staff({ rights, customers: [batch.customerId] })
  expect((await withdraw(one, paymentID, 'Fout', agent)).body).toMatchObject({ error: 'error.rightMissing' })
  expect((await withdraw(other, paymentID)).body).toMatchObject({ error: 'payment.notFound' })
  const stranger = await app.build.staff({ rights: [...rights, Right.bookPayments], customers: [(await app.build.batch()).customerId] })
  expect((await withdraw(one, paymentID, 'Fout', stranger)).body).toMatchObject({ error: 'case.notFound' })
  const { id } = await app.db
    .insertInto('payment_links')
    .values({
      ...{ customer_id: other.customerId, case_id: other.id, batch_id: other.batchId, amount_cents: 10_000, simulated: true },
      ...{ provider: 'simulated-payment', expires_at: app.clock.now(), token: 'b'.repeat(22), idempotency_key: `paid:${other.id}` },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const paid = { customerId: other.customerId, caseId: other.id, amountCents: 10_000, currency: 'EUR', paidOn: '2026-06-03' }
  await app.db.transaction().execute((tx) => recordLinkPayment(tx, { ...paid, at: app.clock.now(), paymentLinkId: id }))
  expect((await withdraw(other, await lastPayment(other))).body).toMatchObject({ error: 'payment.notBooked' })
})

test('without the right for it nobody books a payment; without an amount or with a day to come nothing is closed', async () => {
  const one = await owing()
  const agent = await app.build.staff({ rights, customers: [batch.customerId] })
  expect((await close(one, { payment }, agent)).body).toMatchObject({ error: 'error.rightMissing' })
  expect((await close(one, {})).body).toMatchObject({ error: 'case.paymentMissing', field: 'payment.amountCents' })
  expect((await close(one, { payment: { ...payment, paidOn: '2026-06-04' } })).body).toMatchObject({ error: 'case.paidInFuture' })
  for (const paidOn of ['0202-06-01', '0000-01-01'])
    expect((await close(one, { payment: { ...payment, paidOn } })).body).toMatchObject({ error: 'error.invalid', field: 'payment.paidOn' })
  expect(await look(one)).toMatchObject({ status: 'open', paidCents: 0 })
})

test('taking the closing back withdraws its payment, and leaves it to be read', async () => {
  const one = await owing()
  await close(one, { payment })
  app.clock.set('2026-06-03T09:05:00Z')
  const { body: entries } = await app.call(undoApi.list, {}).as(staff)
  const entry = entries.find(({ caseID }) => caseID === one.id)
  expect((await app.call(undoApi.undo, { params: { token: entry?.token ?? '' } }).as(staff)).body).toMatchObject({ restored: 1 })
  expect(await look(one)).toMatchObject({
    status: 'open',
    result: null,
    outstandingCents: 10_000,
    paidCents: 0,
    paidOn: null,
  })
  expect((await paymentsOf(one)).payments).toMatchObject([{ withdrawn: { by: staff.username, reason: '' } }])
  const kept = await app.db.selectFrom('payments').select(['amount_cents', 'withdrawn_at']).where('case_id', '=', one.id).execute()
  expect(kept).toEqual([{ amount_cents: 10_000, withdrawn_at: new Date('2026-06-03T09:05:00Z') }])
  const undone = await app.db.selectFrom('timeline').select('params').where('case_id', '=', one.id).where('event', '=', 'undone').execute()
  expect(undone).toEqual([{ params: { what: 'closed', at: '2026-06-03T09:00:00.000Z' } }])
  expect((await eventsOf(one)).slice(2).toSorted()).toEqual([`paymentWithdrawn ${staff.username}`, `undone ${staff.username}`])
})

test('a payment under way is told with the case, until the bank has let go of it', async () => {
  const one = await owing()
  const link = {
    ...{ customer_id: one.customerId, case_id: one.id, batch_id: one.batchId, amount_cents: 10_000 },
    ...{ provider: 'simulated-payment', simulated: true, expires_at: new Date('2026-07-01T22:00:00Z') },
  }
  const now = app.clock.now()
  await app.db
    .insertInto('payment_links')
    .values({ ...link, token: 'a'.repeat(22), idempotency_key: `under-way:${one.id}`, state: 'bank_opened', bank_opened_at: now })
    .execute()
  const until = new Date(now.getTime() + 20 * 60_000)
  expect((await paymentsOf(one)).underWay).toEqual({ amountCents: 10_000, currency: 'EUR', until: until.toISOString() })
  app.clock.set(until)
  expect((await paymentsOf(one)).underWay).toBeNull()
  await app.db.updateTable('payment_links').set({ state: 'in_progress' }).where('case_id', '=', one.id).execute()
  expect((await paymentsOf(one)).underWay).toEqual({ amountCents: 10_000, currency: 'EUR', until: null })
})
