import { batchApi } from '@regie/contract/batches.ts'
import { caseActionApi } from '@regie/contract/case-actions.ts'
import { caseApi } from '@regie/contract/cases.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { undoApi } from '@regie/contract/undo.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BuiltBatch, BuiltCase, Staff } from '../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { runJobs } from '../../../test/run-jobs.ts'
import { createPaymentLink } from './create-payment-link.ts'
import { endPaymentLinks } from './end-links-job.ts'
import { openBank } from './open-bank.ts'
import { findPageLink } from './payment-link-queries.ts'
import { viewOf } from './page-view.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ start: '2026-06-03T09:00:00Z' })
})
afterAll(() => app.close())

const rights = [Right.viewBatches, Right.viewCases, Right.closeBatches, Right.changeCases, Right.changeInputFields]
const lead = (batch: BuiltBatch) => app.build.staff({ rights, customers: [batch.customerId] })
let made = 0
const linkFor = async ({ id: caseId, customerId, batchId }: BuiltCase, amountCents = 1000) => {
  const order = { customerId, caseId, batchId, amountCents, currency: 'EUR', validDays: 14, idempotencyKey: `link:${++made}` }
  const { id, url } = await app.db.transaction().execute((tx) => createPaymentLink(tx, app.services, order))
  return { id, token: url.split('/').at(-1) ?? '' }
}
const set = ({ id }: { id: number }, values: object) => app.db.updateTable('payment_links').set(values).where('id', '=', id).execute()
const linkOf = ({ id }: { id: number }) => app.db.selectFrom('payment_links').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const shownTo = async ({ token }: { token: string }) => {
  const link = await findPageLink(app.db, token)
  return link && viewOf(link, app.clock.now())
}
const eventsOf = async ({ id }: BuiltCase) =>
  (await app.db.selectFrom('timeline').select('event').where('case_id', '=', id).orderBy('id').execute()).map(({ event }) => event)
const close = (batch: BuiltBatch, staff: Staff, endPaymentLinks: boolean) =>
  app.call(batchApi.close, { params: { batchID: batch.id }, body: { resultCode: 'BSL', endPaymentLinks } }).as(staff)
const undoLast = async (staff: Staff) => {
  const { body: entries } = await app.call(undoApi.list, {}).as(staff)
  return app.call(undoApi.undo, { params: { token: entries[0]?.token ?? '' } }).as(staff)
}

test('closing a batch counts its open links first, and leaves them usable unless they are to end', async () => {
  const batch = await app.build.batch()
  const one = await app.build.case({ batch })
  const link = await linkFor(one)
  await set(await linkFor(one), { state: 'paid' })
  await set(await linkFor(one), { state: 'expired' })
  const staff = await lead(batch)
  const { body } = await app.call(batchApi.question, { params: { batchID: batch.id } }).as(staff)
  expect(body.openPaymentLinks).toBe(1)
  await close(batch, staff, false)
  await runJobs(app.services)
  expect(await shownTo(link)).toBe('open')
})

test('links end with their batch, told on each case; undone, they can be used where the case is open again', async () => {
  const batch = await app.build.batch()
  const [open, gone] = [await app.build.case({ batch }), await app.build.case({ batch, status: 'closed', result: 'RET' })]
  const [link, other] = [await linkFor(open), await linkFor(gone)]
  await set(link, { state: 'link_clicked' })
  const staff = await lead(batch)
  await close(batch, staff, true)
  await runJobs(app.services)
  expect([await shownTo(link), await shownTo(other)]).toEqual(['ended', 'ended'])
  expect(await eventsOf(open)).toEqual(['paymentLinkCreated', 'batchClosed', 'paymentLinkEnded'])
  const { body: seen } = await app.call(caseApi.payments, { params: { caseID: open.id } }).as(staff)
  expect(seen.links).toMatchObject([{ state: 'expired', endedFor: 'batchClosed' }])
  app.clock.advance(60_000)
  expect((await undoLast(staff)).body).toMatchObject({ restored: 1, leftAlone: 0 })
  expect([await shownTo(link), await shownTo(other)]).toEqual(['open', 'ended'])
  expect(await linkOf(link)).toMatchObject({ state: 'link_clicked', ended_at: null, ended_by_undo_entry: null })
  expect(await eventsOf(open)).toContain('paymentLinkRevived')
})

test('a closing that is undone before its links were ended ends none afterwards', async () => {
  const batch = await app.build.batch()
  const link = await linkFor(await app.build.case({ batch }))
  const staff = await lead(batch)
  await close(batch, staff, true)
  app.clock.advance(60_000)
  await undoLast(staff)
  await runJobs(app.services)
  expect(await shownTo(link)).toBe('open')
})

test('more links than one part are ended in parts, all of them', async () => {
  const batch = await app.build.batch()
  const one = await app.build.case({ batch })
  await app.db
    .insertInto('payment_links')
    .values(
      Array.from({ length: 1001 }, (_, at) => ({
        ...{ customer_id: one.customerId, case_id: one.id, batch_id: batch.id, amount_cents: 100, provider: 'simulated-payment' },
        ...{
          simulated: true,
          expires_at: new Date('2026-07-01T22:00:00Z'),
          token: `part${at}`.padEnd(22, 'x'),
          idempotency_key: `part:${at}`,
        },
      })),
    )
    .execute()
  const staff = await lead(batch)
  await close(batch, staff, true)
  await runJobs(app.services)
  const { body } = await app.call(batchApi.question, { params: { batchID: batch.id } }).as(staff)
  expect(body.openPaymentLinks).toBe(0)
})

test('who is at the bank may finish; nobody begins to pay by a link that was ended', async () => {
  const batch = await app.build.batch()
  const link = await linkFor(await app.build.case({ batch }))
  await set(link, { state: 'bank_opened', bank_opened_at: app.clock.now(), provider_ref: 'sim_x' })
  const staff = await lead(batch)
  await close(batch, staff, true)
  await runJobs(app.services)
  expect(await linkOf(link)).toMatchObject({ state: 'bank_opened', provider_ref: 'sim_x', ended_for: 'batchClosed' })
  expect(await shownTo(link)).toBe('ended')
})

test('an amount that somebody changes ends the links for the old one', async () => {
  const batch = await app.build.batch()
  const fields = JSON.stringify({ dossiernummer: 'W1', achternaam: 'Jansen', openstaand: '10.00', mobiel: '+31612345699' })
  const one = await app.build.case({ batch, case_number: 'W1', outstanding_cents: 1000, mobile: '+31612345699', fields })
  const [old, right] = [await linkFor(one, 1000), await linkFor(one, 2500)]
  const staff = await lead(batch)
  const changed = { params: { caseID: one.id }, body: { version: 1, fields: { openstaand: '25,00' } } }
  expect((await app.call(caseActionApi.change, changed).as(staff)).status).toBe(200)
  await runJobs(app.services)
  expect([await shownTo(old), await shownTo(right)]).toEqual(['amountChanged', 'open'])
})

test('a link for as much in another currency ends with the rest, and is not used again', async () => {
  const batch = await app.build.batch()
  const one = await app.build.case({ batch, outstanding_cents: 1000 })
  const link = await linkFor(one, 1000)
  const of = { customerId: batch.customerId, of: { caseId: one.id }, byUser: 'tess', revives: true }
  const look = () => endPaymentLinks(app.services, of, { signal: new AbortController().signal })
  const owe = (currency: string) => app.db.updateTable('cases').set({ currency }).where('id', '=', one.id).execute()
  await owe('GBP')
  await look()
  expect(await shownTo(link)).toBe('amountChanged')
  await look()
  expect(await shownTo(link)).toBe('amountChanged')
  await owe('EUR')
  await look()
  expect(await shownTo(link)).toBe('open')
})

test('a payment that staff books ends the links; undone, they can be used again', async () => {
  const batch = await app.build.batch()
  const one = await app.build.case({ batch, outstanding_cents: 1000 })
  const link = await linkFor(one, 1000)
  const staff = await app.build.staff({ rights: [...rights, Right.closeCases, Right.bookPayments], customers: [batch.customerId] })
  const payment = { amountCents: 1000, paidOn: '2026-06-01' }
  const paid = { params: { caseID: one.id }, body: { version: 1, resultCode: 'BET', payment } }
  expect((await app.call(caseActionApi.close, paid).as(staff)).status).toBe(200)
  await runJobs(app.services)
  expect(await shownTo(link)).toBe('ended')
  const { body: seen } = await app.call(caseApi.payments, { params: { caseID: one.id } }).as(staff)
  expect(seen.links).toMatchObject([{ state: 'expired', endedFor: 'paymentBooked' }])
  app.clock.advance(60_000)
  expect((await undoLast(staff)).body).toMatchObject({ restored: 1 })
  expect(await shownTo(link)).toBe('open')
})

test.each(['RET', 'DUB', 'OVL', 'SHV', 'WSNP'])(
  'by a link of a case that was closed with %s nobody pays, until the case is open again; one that was tried often enough may be paid',
  async (result) => {
    const batch = await app.build.batch()
    const [gone, tried] = [
      await app.build.case({ batch, status: 'closed', result }),
      await app.build.case({ batch, status: 'closed', result: 'MAX' }),
    ]
    const [link, other] = [await linkFor(gone), await linkFor(tried)]
    expect([await shownTo(link), await shownTo(other)]).toEqual(['ended', 'open'])
    const page = await findPageLink(app.db, link.token)
    expect(page && (await openBank(app.services, page))).toBe(null)
    await app.db.updateTable('cases').set({ status: 'open', result: null }).where('id', '=', gone.id).execute()
    expect(await shownTo(link)).toBe('open')
  },
)
