import { batchApi } from '@regie/contract/batches.ts'
import { caseApi } from '@regie/contract/cases.ts'
import { paymentApi } from '@regie/contract/payment-actions.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BuiltCase, Staff } from '../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { runJobs } from '../../../test/run-jobs.ts'
import { createPaymentLink } from './create-payment-link.ts'
import { findPageLink } from './payment-link-queries.ts'
import { viewOf } from './page-view.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ start: '2026-06-03T09:00:00Z' })
})
afterAll(() => app.close())

const rights = [Right.viewCases, Right.changeCases, Right.closeCases, Right.bookPayments]
let made = 0

async function openStory() {
  const batch = await app.build.batch()
  const one = await app.build.case({ batch, outstanding_cents: 10_000 })
  return { one, staff: await app.build.staff({ rights, customers: [batch.customerId] }), link: await linkFor(one, 10_000) }
}

async function linkFor({ id: caseId, customerId, batchId }: BuiltCase, amountCents: number) {
  const order = { customerId, caseId, batchId, amountCents, currency: 'EUR', validDays: 14, idempotencyKey: `link:${++made}` }
  const { url } = await app.db.transaction().execute((tx) => createPaymentLink(tx, app.services, order))
  return url.split('/').at(-1) ?? ''
}

async function shownTo(token: string) {
  const link = await findPageLink(app.db, token)
  return link && viewOf(link, app.clock.now())
}

const paymentsOf = async (one: BuiltCase, staff: Staff) => (await app.call(caseApi.payments, { params: { caseID: one.id } }).as(staff)).body

async function book(one: BuiltCase, staff: Staff, amountCents: number, close = false) {
  const { version } = await app.db.selectFrom('cases').select('version').where('id', '=', one.id).executeTakeFirstOrThrow()
  const body = { version, amountCents, paidOn: '2026-06-03', method: 'bank' as const, note: '', close }
  expect((await app.call(paymentApi.book, { params: { caseID: one.id }, body }).as(staff)).status).toBe(200)
  await runJobs(app.services)
  return (await paymentsOf(one, staff)).payments[0]?.paymentID ?? 0
}

async function takeBack(one: BuiltCase, staff: Staff, paymentID: number) {
  const { status } = await app
    .call(paymentApi.withdraw, { params: { caseID: one.id, paymentID }, body: { reason: 'Verkeerd dossier' } })
    .as(staff)
  expect(status).toBe(200)
  await runJobs(app.services)
}

const eventsOf = async ({ id }: BuiltCase) =>
  (await app.db.selectFrom('timeline').select('event').where('case_id', '=', id).orderBy('id').execute()).map(({ event }) => event)

test('a booking that is taken back gives the debtor their link again, and says so before', async () => {
  const { one, staff, link } = await openStory()
  const paymentID = await book(one, staff, 2_500)
  expect(await shownTo(link)).toBe('amountChanged')
  // Staff reads that a part of it was paid.
  expect((await paymentsOf(one, staff)).links).toMatchObject([{ endedFor: 'partPaid' }])
  const ended = app.db.selectFrom('timeline').select('params').where('case_id', '=', one.id).where('event', '=', 'paymentLinkEnded')
  expect(await ended.execute()).toMatchObject([{ params: { reason: 'partPaid' } }])
  expect((await paymentsOf(one, staff)).payments).toMatchObject([{ paymentID, linkAfter: 'revived' }])
  await takeBack(one, staff, paymentID)
  expect(await shownTo(link)).toBe('open')
  expect(await eventsOf(one)).toContain('paymentLinkRevived')
  expect((await paymentsOf(one, staff)).payments).toMatchObject([{ linkAfter: null }])
})

test('a link that a payment ended tells what is so now: all was paid, and the amount where the payment was taken back from a closed case', async () => {
  const { one, staff } = await openStory()
  const ends = async () => (await paymentsOf(one, staff)).links.map(({ endedFor }) => endedFor)
  const first = await book(one, staff, 4_000)
  const second = await book(one, staff, 6_000)
  expect(await ends()).toEqual(['paid'])
  await app.db.updateTable('cases').set({ status: 'closed', result: 'MAX', last_result: 'MAX' }).where('id', '=', one.id).execute()
  await takeBack(one, staff, second)
  expect(await ends()).toEqual(['partPaid'])
  await takeBack(one, staff, first)
  expect(await ends()).toEqual(['amountChanged'])
})

test('of two bookings the link waits until its amount is right again, whichever goes first', async () => {
  const { one, staff, link } = await openStory()
  const first = await book(one, staff, 2_500)
  const second = await book(one, staff, 1_000)
  expect((await paymentsOf(one, staff)).payments).toMatchObject([{ linkAfter: 'none' }, { linkAfter: 'none' }])
  await takeBack(one, staff, first)
  expect(await shownTo(link)).toBe('amountChanged')
  expect((await paymentsOf(one, staff)).payments).toMatchObject([{ linkAfter: 'revived' }, { linkAfter: null }])
  await takeBack(one, staff, second)
  expect(await shownTo(link)).toBe('open')
})

test('a link for the rest ends with the booking that is taken back, and the first one counts again', async () => {
  const { one, staff, link } = await openStory()
  const paymentID = await book(one, staff, 2_500)
  const rest = await linkFor(one, 7_500)
  await takeBack(one, staff, paymentID)
  expect([await shownTo(link), await shownTo(rest)]).toEqual(['open', 'amountChanged'])
})

test('a link whose day has passed, or whose case stays closed with its batch, is not made to count again', async () => {
  const late = await openStory()
  const lateId = await book(late.one, late.staff, 2_500)
  const closed = await openStory()
  const closedId = await book(closed.one, closed.staff, 10_000, true)
  await app.db.updateTable('batches').set({ status: 'closed' }).where('id', '=', closed.one.batchId).execute()
  expect((await paymentsOf(closed.one, closed.staff)).payments).toMatchObject([{ linkAfter: 'none', caseAfter: 'batchClosed' }])
  await takeBack(closed.one, closed.staff, closedId)
  expect(await shownTo(closed.link)).toBe('ended')
  await app.db.updateTable('payment_links').set({ expires_at: app.clock.now() }).where('case_id', '=', late.one.id).execute()
  expect((await paymentsOf(late.one, late.staff)).payments).toMatchObject([{ linkAfter: 'none' }])
  await takeBack(late.one, late.staff, lateId)
  expect(await shownTo(late.link)).toBe('amountChanged')
  expect(await eventsOf(late.one)).not.toContain('paymentLinkRevived')
})

test('a case that a booking closed is open again when it is taken back, with its link', async () => {
  const { one, staff, link } = await openStory()
  const paymentID = await book(one, staff, 10_000, true)
  expect((await paymentsOf(one, staff)).payments).toMatchObject([{ linkAfter: 'revived', caseAfter: 'reopened' }])
  await takeBack(one, staff, paymentID)
  const kept = await app.db.selectFrom('cases').select(['status', 'result']).where('id', '=', one.id).executeTakeFirstOrThrow()
  expect(kept).toEqual({ status: 'open', result: null })
  expect(await shownTo(link)).toBe('open')
})

test('of two bookings that pay it all the case stays closed while enough is left, and opens when it is not', async () => {
  const { one, staff } = await openStory()
  const first = await book(one, staff, 2_500)
  const second = await book(one, staff, 10_000, true)
  const after = async () => (await paymentsOf(one, staff)).payments.map(({ caseAfter }) => caseAfter)
  expect(await after()).toEqual(['reopened', 'paid'])
  await takeBack(one, staff, first)
  expect(await after()).toEqual(['reopened', null])
  await takeBack(one, staff, second)
  expect(await after()).toEqual([null, null])
})

const keptOf = ({ id }: BuiltCase) =>
  app.db.selectFrom('cases').select(['status', 'result', 'paid_cents as paid']).where('id', '=', id).executeTakeFirstOrThrow()

test('money that is taken back while its batch is closed leaves no case that counts as paid, and it opens with its batch', async () => {
  const { one } = await openStory()
  const staff = await app.build.staff({ rights: [...rights, Right.viewBatches, Right.closeBatches], customers: [one.customerId] })
  const paymentID = await book(one, staff, 10_000, true)
  const params = { batchID: one.batchId }
  expect((await app.call(batchApi.close, { params, body: { resultCode: 'BSL' } }).as(staff)).status).toBe(200)
  await takeBack(one, staff, paymentID)
  expect(await keptOf(one)).toEqual({ status: 'closed', result: 'BSL', paid: 0 })
  expect((await app.call(batchApi.reopen, { params, body: { includePaused: true } }).as(staff)).status).toBe(200)
  expect(await keptOf(one)).toEqual({ status: 'open', result: null, paid: 0 })
})

test('a case whose last day has passed is not opened by taking its money back: its client has it', async () => {
  const { one, staff } = await openStory()
  await app.db.updateTable('cases').set({ expires_on: '2026-06-02' }).where('id', '=', one.id).execute()
  const paymentID = await book(one, staff, 10_000, true)
  expect((await paymentsOf(one, staff)).payments).toMatchObject([{ caseAfter: 'expired' }])
  await takeBack(one, staff, paymentID)
  expect(await keptOf(one)).toEqual({ status: 'closed', result: 'RET', paid: 0 })
})
