import { caseApi } from '@regie/contract/cases.ts'
import { reportApi } from '@regie/contract/reports.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { receiveMessage } from '../communications/incoming/receive-message.ts'
import { bookPayment } from '../cases/money/record-payments.ts'

const unread = { measured: 0, opened: 0, maybeOpened: 0, clicked: 0 }

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

async function batchWithPayments() {
  const batch = await app.build.batch()
  const claim = { batch, outstanding_cents: 10_000 }
  const cases = [
    await app.build.case(claim),
    await app.build.case(claim),
    await app.build.case({ ...claim, result: 'RET', status: 'closed' }),
  ]
  const { customerId } = batch
  const book = (at: number, paidOn: string, amountCents: number) =>
    app.db.transaction().execute((tx) =>
      bookPayment(tx, {
        ...{ customerId, caseId: cases[at]?.id ?? 0, amountCents, currency: 'EUR', paidOn, at: app.clock.now() },
        ...{ note: '', method: 'bank', byUser: 'beheer', undoEntryId: null },
      }),
    )
  return { batch, cases, book }
}

test('cases and money by result, and payments by the Monday of their week', async () => {
  const { batch, book } = await batchWithPayments()
  // A Sunday and the Monday after it; and more than was claimed.
  await book(0, '2026-05-31', 4_000)
  await book(0, '2026-06-01', 12_000)
  const staff = await app.build.staff({ rights: [Right.reportBatches], customers: [batch.customerId] })
  const { body } = await app.call(reportApi.batch, { params: { batchID: batch.id } }).as(staff)
  expect(body.results).toEqual([
    { result: null, currency: 'EUR', cases: 2, claimedCents: 20_000, paidCents: 10_000 },
    { result: 'RET', currency: 'EUR', cases: 1, claimedCents: 10_000, paidCents: 0 },
  ])
  expect(body.weeks).toEqual([
    { week: '2026-05-25', currency: 'EUR', cents: 4_000, receipts: 1 },
    { week: '2026-06-01', currency: 'EUR', cents: 12_000, receipts: 1 },
  ])
})

test('a person who was tried twice is one; what waits or was cancelled tried nobody', async () => {
  const { batch, cases } = await batchWithPayments()
  const { customerId: customer_id, id: batch_id } = batch
  const sms = (at: number, state: string, delivery: string | null) => ({
    ...{ customer_id, batch_id, case_id: cases[at]?.id ?? 0, channel: 'sms', recipient: '+31612345678', provider: 'simulated-sms' },
    ...{ simulated: true, state, delivery, idempotency_key: `${at} ${state} ${delivery}` },
  })
  const sent = [
    sms(0, 'sent', 'delivered'),
    sms(0, 'failed', null),
    sms(1, 'sent', 'failed'),
    sms(1, 'unknown', null),
    sms(1, 'cancelled', null),
    sms(2, 'queued', null),
  ]
  await app.db.insertInto('communications').values(sent).execute()
  const staff = await app.build.staff({ rights: [Right.reportBatches], customers: [customer_id] })
  const { body } = await app.call(reportApi.batch, { params: { batchID: batch_id } }).as(staff)
  expect(body.reach).toEqual([{ channel: 'sms', messages: 2, unknown: 1, failed: 1, cases: 2, reached: 1, received: 0, ...unread }])
  // The counters that the head of the batch shows are defined so.
  const { rows } = await sql`select sms, unknown from batch_counters_recounted where batch_id = ${batch_id}`.execute(app.db)
  expect(rows).toEqual([{ sms: 2, unknown: 1 }])
})

test('a mail that left with its tracking was measured, read or not; without it, of text alone, or where others get it too it was not', async () => {
  const { batch, cases } = await batchWithPayments()
  const { customerId: customer_id, id: batch_id } = batch
  const html = '<p>Hallo</p>'
  const track = { track: true }
  const mails = [
    { state: 'sent', html, mail: track },
    { state: 'sent', html, mail: { ...track, replyTo: 'a@b.nl' } },
    { state: 'failed', html, mail: track },
    { state: 'sent', html: null, mail: track },
    { state: 'sent', html, mail: { ...track, bcc: ['b@c.nl'] } },
    { state: 'sent', html, mail: { leave: true } },
    { state: 'sent', html, mail: null },
  ]
  for (const [at, { state, html: written, mail }] of mails.entries()) {
    const { id, queued_at } = await app.db
      .insertInto('communications')
      .values({
        ...{ customer_id, batch_id, case_id: cases[0]?.id ?? 0, channel: 'email', recipient: 'jan@klant.nl', state },
        ...{ provider: 'smtp', simulated: false, idempotency_key: `measured ${batch_id} ${at}`, queued_at: app.clock.now() },
      })
      .returning(['id', 'queued_at'])
      .executeTakeFirstOrThrow()
    await app.db
      .insertInto('communication_contents')
      .values({
        ...{ customer_id, communication_id: id, queued_at, sender: 'wij@regie.nl', subject: 'Hallo', text: 'Hallo', html: written },
        mail: mail && JSON.stringify(mail),
      })
      .execute()
  }
  const staff = await app.build.staff({ rights: [Right.reportBatches], customers: [customer_id] })
  const { body } = await app.call(reportApi.batch, { params: { batchID: batch_id } }).as(staff)
  expect(body.reach).toMatchObject([{ channel: 'email', messages: 6, failed: 1, measured: 2, opened: 0, clicked: 0 }])
})

test('another customer’s batch is not there', async () => {
  const { batch } = await batchWithPayments()
  const stranger = await app.build.staff({ rights: [Right.reportBatches] })
  expect((await app.call(reportApi.batch, { params: { batchID: batch.id } }).as(stranger)).status).toBe(404)
})

test('what people wrote back is counted by channel, also where nothing was sent by it; automatic answers are not, nor another batch', async () => {
  const { batch, cases } = await batchWithPayments()
  const other = await app.build.case({ batch: await app.build.batch({ customerId: batch.customerId }) })
  const first = cases[0]?.id ?? 0
  const came = async (key: string, kind: 'message' | 'automatic', caseId: number, batchId: number) => {
    const sender = `${key}@example.nl`
    const answered = { id: 0, caseId, batchId, recipient: sender }
    await app.db.transaction().execute((tx) =>
      receiveMessage(
        tx,
        {
          ...{ customerId: batch.customerId, providerId: 1, channel: 'email', key, kind, sender, text: 'Dank u', bytes: 6 },
          ...{ cameAt: app.clock.now(), answered },
        },
        app.clock.now(),
      ),
    )
  }
  await came('a', 'message', first, batch.id)
  await came('b', 'message', first, batch.id)
  await came('c', 'automatic', first, batch.id)
  await came('d', 'message', other.id, other.batchId)
  const staff = await app.build.staff({ rights: [Right.reportBatches, Right.viewCases], customers: [batch.customerId] })
  const { body } = await app.call(reportApi.batch, { params: { batchID: batch.id } }).as(staff)
  expect(body.reach).toEqual([{ channel: 'email', messages: 0, unknown: 0, failed: 0, cases: 0, reached: 0, received: 2, ...unread }])
  const timeline = await app.call(caseApi.timeline, { params: { caseID: first }, query: { limit: 10 } }).as(staff)
  expect(timeline.body.rows.map(({ event, state }) => `${event} ${state}`)).toEqual([
    'emailAutomatic received',
    'emailReceived received',
    'emailReceived received',
  ])
})
