import { batchApi } from '@regie/contract/batches.ts'
import { caseActionApi } from '@regie/contract/case-actions.ts'
import { caseApi } from '@regie/contract/cases.ts'
import { debtLawApi } from '@regie/contract/debt-law.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { undoApi } from '@regie/contract/undo.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BuiltBatch, BuiltCase, Staff } from '../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { runJobs } from '../../../test/run-jobs.ts'
import { isCasePaid } from './case-link.ts'
import { createPaymentLink } from './create-payment-link.ts'
import { recordPayment } from './record-payment.ts'
import { replaceEndedLink } from './replace-link.ts'

// Somebody pays at the moment at which staff do something else with the case.
let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ start: '2026-06-03T09:00:00Z' })
})
afterAll(() => app.close())

const rights = [Right.viewBatches, Right.viewCases, Right.closeBatches, Right.changeCases, Right.closeCases]
const lead = (batch: BuiltBatch) =>
  app.build.staff({ rights: [...rights, Right.changeInputFields, Right.bookPayments], customers: [batch.customerId] })
const owing = (batch: BuiltBatch) => app.build.case({ batch, outstanding_cents: 1_000, mobile: '+31612345699', fields: owed(batch) })
const owed = ({ id }: BuiltBatch) =>
  JSON.stringify({ dossiernummer: `W${id}`, achternaam: 'Jansen', openstaand: '10.00', mobiel: '+31612345699' })

/** A link for the whole amount, and a payer who stands at the bank. */
async function goToBank({ id: caseId, customerId, batchId }: BuiltCase) {
  const order = { customerId, caseId, batchId, amountCents: 1_000, currency: 'EUR', validDays: 14, idempotencyKey: `paid:${caseId}` }
  const { id, url } = await app.db.transaction().execute((tx) => createPaymentLink(tx, app.services, order))
  const path = new URL(url).pathname
  const { headers } = await app.app.inject({ method: 'POST', url: `${path}/pay`, headers: { origin: app.origin } })
  const { provider_ref: ref } = await app.db
    .selectFrom('payment_links')
    .select('provider_ref')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (ref === null) throw new Error(`the bank did not open: ${String(headers.location)}`)
  return async () => {
    await app.db.updateTable('simulated_payments').set({ status: 'paid' }).where('provider_ref', '=', ref).execute()
    app.clock.advance(60_000)
    await recordPayment(app.services, { provider: 'simulated-payment', providerRef: ref })
  }
}
const look = async ({ id }: BuiltCase, staff: Staff) => (await app.call(caseApi.get, { params: { caseID: id }, query: {} }).as(staff)).body
const undoLast = async (staff: Staff) => {
  const { body: entries } = await app.call(undoApi.list, {}).as(staff)
  return (await app.call(undoApi.undo, { params: { token: entries[0]?.token ?? '' } }).as(staff)).body
}
const closeBatch = (batch: BuiltBatch, staff: Staff) =>
  app.call(batchApi.close, { params: { batchID: batch.id }, body: { resultCode: 'BSL', endPaymentLinks: true } }).as(staff)

/** A batch of two is closed; then the payer of the first, who stands at the bank, pays. */
async function payWhileClosed() {
  const batch = await app.build.batch()
  const [one, other] = [await owing(batch), await app.build.case({ batch })]
  const staff = await lead(batch)
  const pay = await goToBank(one)
  await closeBatch(batch, staff)
  await runJobs(app.services)
  await pay()
  return { batch, staff, statuses: async () => [(await look(one, staff)).status, (await look(other, staff)).status] }
}

test('who pays while their batch is closed stays paid when the batch is opened again', async () => {
  const { batch, staff, statuses } = await payWhileClosed()
  await app.call(batchApi.reopen, { params: { batchID: batch.id }, body: { includePaused: true } }).as(staff)
  expect(await statuses()).toEqual(['closed', 'open'])
})

test('who pays while their batch is closed stays paid when the closing is undone', async () => {
  const { staff, statuses } = await payWhileClosed()
  expect(await undoLast(staff)).toEqual({ restored: 1, leftAlone: 1, reasons: [{ reason: 'paid', count: 1 }] })
  expect(await statuses()).toEqual(['closed', 'open'])
})

test('a booking that is undone after the person paid by link is withdrawn, and the case stays closed', async () => {
  const batch = await app.build.batch()
  const one = await owing(batch)
  const staff = await lead(batch)
  const pay = await goToBank(one)
  const body = { version: (await look(one, staff)).version, resultCode: 'BET', payment: { amountCents: 1_000, paidOn: '2026-06-03' } }
  expect((await app.call(caseActionApi.close, { params: { caseID: one.id }, body }).as(staff)).status).toBe(200)
  await pay()
  expect(await look(one, staff)).toMatchObject({ paidCents: 2_000 })
  expect(await undoLast(staff)).toEqual({ restored: 0, leftAlone: 1, reasons: [{ reason: 'paid', count: 1 }] })
  expect(await look(one, staff)).toMatchObject({ status: 'closed', result: 'BET', paidCents: 1_000, outstandingCents: 0 })
})

test('who pays the old amount while it is raised still owes the rest: the case goes on', async () => {
  const batch = await app.build.batch()
  const one = await owing(batch)
  const staff = await lead(batch)
  const pay = await goToBank(one)
  const changed = { version: (await look(one, staff)).version, fields: { openstaand: '500,00' } }
  expect((await app.call(caseActionApi.change, { params: { caseID: one.id }, body: changed }).as(staff)).status).toBe(200)
  await runJobs(app.services)
  await pay()
  expect(await look(one, staff)).toMatchObject({ status: 'open', result: null, paidCents: 1_000, outstandingCents: 49_000 })
  expect(await isCasePaid(app.db, { customerId: one.customerId, caseId: one.id })).toBe(false)
})

test('a link for the old amount that is paid before the job ends it is ended too: the next text makes one for the rest', async () => {
  const batch = await app.build.batch()
  const one = await owing(batch)
  const staff = await lead(batch)
  const pay = await goToBank(one)
  const changed = { version: (await look(one, staff)).version, fields: { openstaand: '500,00' } }
  expect((await app.call(caseActionApi.change, { params: { caseID: one.id }, body: changed }).as(staff)).status).toBe(200)
  await pay()
  await runJobs(app.services)
  const { body: seen } = await app.call(caseApi.payments, { params: { caseID: one.id } }).as(staff)
  expect(seen.links).toMatchObject([{ state: 'paid', endedFor: 'amountChanged' }])
  const order = { customerId: one.customerId, caseId: one.id, batchId: batch.id, amountCents: 49_000, currency: 'EUR' }
  const made = await app.db
    .transaction()
    .execute((tx) => replaceEndedLink(tx, app.services, { ...order, idempotencyKey: `rest:${one.id}` }))
  expect(made).toContain('/p/')
})

test('a link for an amount that changed while the batch was closed cannot be used again by undoing the closing', async () => {
  const batch = await app.build.batch()
  const one = await owing(batch)
  const staff = await lead(batch)
  const order = { customerId: one.customerId, caseId: one.id, batchId: batch.id, amountCents: 1_000, currency: 'EUR', validDays: 14 }
  const { id } = await app.db
    .transaction()
    .execute((tx) => createPaymentLink(tx, app.services, { ...order, idempotencyKey: `revive:${one.id}` }))
  await closeBatch(batch, staff)
  await runJobs(app.services)
  app.clock.advance(60_000)
  const changed = { version: (await look(one, staff)).version, fields: { openstaand: '500,00' } }
  expect((await app.call(caseActionApi.change, { params: { caseID: one.id }, body: changed }).as(staff)).status).toBe(200)
  await runJobs(app.services)
  await undoLast(staff)
  const link = await app.db.selectFrom('payment_links').select(['state', 'ended_for']).where('id', '=', id).executeTakeFirstOrThrow()
  expect([(await look(one, staff)).status, link]).toEqual(['open', { state: 'expired', ended_for: 'batchClosed' }])
})

test('while somebody regulates the debts of the person nothing is paid or agreed by their link, and after it everything again', async () => {
  const batch = await app.build.batch()
  const one = await owing(batch)
  const staff = await lead(batch)
  const order = { customerId: one.customerId, caseId: one.id, batchId: batch.id, amountCents: 1_000, currency: 'EUR', validDays: 14 }
  const { url } = await app.db
    .transaction()
    .execute((tx) => createPaymentLink(tx, app.services, { ...order, idempotencyKey: `helped:${one.id}` }))
  const path = new URL(url).pathname
  const front = async () => (await app.app.inject({ method: 'GET', url: path })).body
  const pay = async () => (await app.app.inject({ method: 'POST', url: `${path}/pay`, headers: { origin: app.origin } })).headers.location
  const version = async () => (await look(one, staff)).version
  expect(await front()).toContain(`${path}/day`)

  const help = { kind: 'BEW' as const, organisation: 'Bewind BV', reference: '', endsOn: null, beganOn: '2026-06-03' }
  const asked = { params: { caseID: one.id }, body: { version: await version(), ...help } }
  expect((await app.call(debtLawApi.saveDebtHelp, asked).as(staff)).status).toBe(200)
  const helped = await front()
  expect(helped).toContain('Betalen kan hier nu niet')
  // Nothing of who helps: the page is open to everybody who has the link.
  expect(helped).not.toMatch(/Bewind BV|\/pay"|\/plan"|\/day"|\/part"/)
  expect(await pay()).toBe(path)
  const promises = async () => {
    const headers = { origin: app.origin, 'content-type': 'application/x-www-form-urlencoded' }
    await app.app.inject({ method: 'POST', url: `${path}/day`, headers, payload: 'day=2026-06-10' })
    return (await app.db.selectFrom('payment_promises').select('id').where('case_id', '=', one.id).execute()).length
  }
  expect(await promises()).toBe(0)

  const ended = { params: { caseID: one.id }, body: { version: await version(), endedOn: '2026-06-03' } }
  expect((await app.call(debtLawApi.endDebtHelp, ended).as(staff)).status).toBe(200)
  expect(await promises()).toBe(1)
  expect(await pay()).toContain('/simulated/bank/')
})
