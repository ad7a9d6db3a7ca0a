import { costPerEuro, costReportApi, knownCost, sumOfCosts } from '@regie/contract/cost-report.ts'
import { figureApi } from '@regie/contract/figures.ts'
import { paymentReportApi } from '@regie/contract/payment-report.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BuiltBatch, BuiltCase } from '../../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../../test/open-test-app.ts'
import { bookPayment } from '../../cases/money/record-payments.ts'

let app: TestApp
// A Wednesday, eleven o'clock in the Netherlands.
beforeAll(async () => {
  app = await openTestApp({ start: '2026-06-03T09:00:00Z' })
})
afterAll(() => app.close())

const rights = [Right.reportScripts, Right.reportPayments, Right.viewCases, Right.exportReports]

async function openStory() {
  const batch = await app.build.batch()
  const staff = await app.build.staff({ rights, customers: [batch.customerId] })
  return { batch, staff, one: await app.build.case({ batch, outstanding_cents: 1_000_000 }) }
}
type Story = Awaited<ReturnType<typeof openStory>>

async function provider({ batch }: Story, channel: string, prices: Record<string, [each: number | null, minute?: number]>) {
  const row = { customer_id: batch.customerId, channel, kind: 'simulated', name: `${channel} ${made}`, settings: '{"kind":"simulated"}' }
  const { id } = await app.db.insertInto('providers').values(row).returning('id').executeTakeFirstOrThrow()
  for (const [from_day, [each_hundredths, minute_hundredths]] of Object.entries(prices))
    await app.db
      .insertInto('provider_prices')
      .values({ customer_id: batch.customerId, provider_id: id, from_day, each_hundredths, minute_hundredths: minute_hundredths ?? null })
      .execute()
  return id
}

let made = 0
/** A message or call that left at a moment. */
async function sent({ batch }: { batch: BuiltBatch }, one: BuiltCase, channel: string, at: string, more: object = {}) {
  const ours = { customer_id: batch.customerId, case_id: one.id, batch_id: batch.id, channel, recipient: 'x', provider: 'simulated' }
  const times = { queued_at: new Date(at), started_at: new Date(at), sent_at: new Date(at) }
  await app.db
    .insertInto('communications')
    .values({ ...ours, ...times, idempotency_key: `cost:${++made}`, simulated: true, state: 'sent', ...more })
    .execute()
}

const call = (picked: string, ended: string) => ({ delivery: 'answered', picked_up_at: new Date(picked), delivered_at: new Date(ended) })

const paid = ({ batch }: Story, one: BuiltCase, at: string, amountCents: number, more: object = {}) =>
  app.db.transaction().execute((tx) =>
    bookPayment(tx, {
      ...{ customerId: batch.customerId, caseId: one.id, amountCents, currency: 'EUR', paidOn: at.slice(0, 10), at: new Date(at) },
      ...{ note: '', method: 'bank', byUser: 'beheer', undoEntryId: null, ...more },
    }),
  )

const figures = async ({ batch, staff }: Story, query: object = {}) => {
  const { status, body } = await app.call(costReportApi.figures, { query: { customerID: batch.customerId, ...query } }).as(staff)
  expect(status).toBe(200)
  return body
}
const ofPlace = (body: Awaited<ReturnType<typeof figures>>, place: string) => body.rows.find((row) => row.place === place)

test('a contact costs the price of the day on which it left, to the hundredth of a cent', async () => {
  const story = await openStory()
  const [sms, voice, mail, app_] = [
    await provider(story, 'sms', { '2026-01-01': [790], '2026-06-01': [800] }),
    await provider(story, 'call', { '2026-01-01': [150, 455] }),
    await provider(story, 'email', { '2026-01-01': [3] }),
    await provider(story, 'whatsapp', { '2026-06-02': [612] }),
  ]
  // Dutch midnight parts the two prices: 790 × 2 and 800 × 1.
  await sent(story, story.one, 'sms', '2026-05-31T21:59:59Z', { provider_id: sms, parts: 2 })
  await sent(story, story.one, 'sms', '2026-05-31T22:00:00Z', { provider_id: sms, parts: 1 })
  // 150 + 455 × 61 / 60 = 612.58, since a second that has begun counts; 150 where nobody picked up.
  const begun = { provider_id: voice, ...call('2026-06-01T08:00:00Z', '2026-06-01T08:01:00.200Z') }
  await sent(story, story.one, 'call', '2026-06-01T07:59:40Z', begun)
  await sent(story, story.one, 'call', '2026-06-01T09:00:00Z', { provider_id: voice, delivery: 'unanswered' })
  await sent(story, story.one, 'email', '2026-06-01T09:00:00Z', { provider_id: mail, delivery: 'failed' })
  // Before its first price, by nobody's provider, of a length that nobody knows, and what never left or came in.
  await sent(story, story.one, 'whatsapp', '2026-06-01T09:00:00Z', { provider_id: app_ })
  await sent(story, story.one, 'whatsapp', '2026-06-02T09:00:00Z', { provider_id: app_ })
  await sent(story, story.one, 'email', '2026-06-01T09:00:00Z')
  await sent(story, story.one, 'call', '2026-06-01T09:00:00Z', { provider_id: voice, delivery: 'answered', delivered_at: new Date() })
  await sent(story, story.one, 'sms', '2026-06-01T09:00:00Z', { provider_id: sms, parts: 1, state: 'failed' })
  await sent(story, story.one, 'call', '2026-06-01T09:00:00Z', { provider_id: voice, inbound: true })
  const body = await figures(story)
  expect(body).toMatchObject({ from: '2026-05-05', to: '2026-06-03', before: { from: '2026-04-05', to: '2026-05-04' } })
  expect(ofPlace(body, 'sms')).toMatchObject({ contacts: 2, unpriced: 0, costHundredths: 2_380 })
  expect(ofPlace(body, 'call')).toMatchObject({ contacts: 3, unpriced: 1, costHundredths: 613 + 150 })
  expect(ofPlace(body, 'email')).toMatchObject({ contacts: 2, unpriced: 1, costHundredths: 3 })
  expect(ofPlace(body, 'whatsapp')).toMatchObject({ contacts: 2, unpriced: 1, costHundredths: 612 })
})

test('a letter costs what it cost when it was handed over, and money counts for it as for any contact', async () => {
  const story = await openStory()
  const { batch, one } = story
  const other = await app.build.case({ batch })
  const letter = (caseId: number, at: string, more: object) =>
    app.db
      .insertInto('letters')
      .values({
        ...{ customer_id: batch.customerId, case_id: caseId, subject: 'Brief', name: 'Ada', street: 'Dorpsstraat 1', postcode: '1234 AB' },
        ...{
          city: 'Utrecht',
          country: '',
          queued_by: '',
          next_at: new Date(at),
          queued_at: new Date(at),
          idempotency_key: `cost:${++made}`,
        },
        ...{ state: 'handedOver', handed_at: new Date(at), ...more },
      })
      .execute()
  await letter(one.id, '2026-05-20T08:00:00Z', { price_cents: 105 })
  await letter(one.id, '2026-05-21T08:00:00Z', { price_cents: 110 })
  await letter(other.id, '2026-05-21T08:00:00Z', { simulated: true })
  await letter(other.id, '2026-05-21T09:00:00Z', { state: 'refused', handed_at: null })
  await sent(story, one, 'email', '2026-05-20T09:00:00Z')
  await sent(story, other, 'sms', '2026-05-22T08:00:00Z')
  await paid(story, one, '2026-05-23T08:00:00Z', 1_000)
  await paid(story, other, '2026-05-23T08:00:00Z', 2_000)
  const body = await figures(story)
  expect(ofPlace(body, 'letter')).toMatchObject({ contacts: 3, unpriced: 1, costHundredths: 21_500, payments: 1, receivedCents: 1_000 })
  expect(ofPlace(body, 'sms')).toMatchObject({ contacts: 1, payments: 1, receivedCents: 2_000 })
  const behind = async (part: 'contacts' | 'payments') => {
    const query = {
      customerID: batch.customerId,
      figure: 'costs' as const,
      place: 'letter' as const,
      part,
      from: body.from,
      until: body.to,
    }
    return (await app.call(figureApi.cases, { query }).as(story.staff)).body
  }
  expect(JSON.stringify(await behind('contacts'))).toContain(`"caseID":${other.id}`)
  expect(JSON.stringify(await behind('payments'))).not.toContain(`"caseID":${other.id}`)
})

test('money counts for the last contact before it that arrived, at most thirty days earlier; all of it is in the report of payments', async () => {
  const story = await openStory()
  const { batch, one } = story
  const [late, never, other] = [await app.build.case({ batch }), await app.build.case({ batch }), await app.build.case({ batch })]
  const edge = await app.build.case({ batch })
  await sent(story, one, 'email', '2026-05-20T08:00:00Z')
  await sent(story, one, 'sms', '2026-05-21T08:00:00Z')
  await sent(story, one, 'call', '2026-05-22T08:00:00Z', { delivery: 'unanswered' })
  await sent(story, one, 'whatsapp', '2026-05-22T09:00:00Z', { delivery: 'failed' })
  await paid(story, one, '2026-05-23T08:00:00Z', 1_001)
  // Before the SMS of that day, then booked a day later than it was paid: by the end of its day.
  await paid(story, one, '2026-05-21T07:59:59Z', 2_000)
  await sent(story, other, 'email', '2026-05-21T08:00:00Z')
  await sent(story, other, 'sms', '2026-05-22T08:00:00Z')
  await paid(story, other, '2026-05-23T08:00:00Z', 4_000, { paidOn: '2026-05-21' })
  // Thirty days and a second; and a contact after the money.
  await sent(story, late, 'call', '2026-04-20T08:00:00Z', { delivery: 'voicemail' })
  await paid(story, late, '2026-05-20T08:00:01Z', 8_000)
  await paid(story, never, '2026-05-20T08:00:00Z', 16_000)
  await sent(story, never, 'sms', '2026-05-20T08:00:01Z')
  await paid(story, never, '2026-05-21T08:00:00Z', 7, { currency: 'USD' })
  // Exactly thirty days less a second counts.
  await sent(story, edge, 'call', '2026-05-01T08:00:00Z', { delivery: 'transferred' })
  await paid(story, edge, '2026-05-31T07:59:59Z', 32_000)
  await paid(story, edge, '2026-05-31T09:00:00Z', 64_000)
  await app.db.updateTable('payments').set({ withdrawn_at: app.clock.now() }).where('amount_cents', '=', 64_000).execute()
  const body = await figures(story, { from: '2026-05-05', to: '2026-06-03' })
  expect(ofPlace(body, 'sms')).toMatchObject({ payments: 1, receivedCents: 1_001 })
  expect(ofPlace(body, 'email')).toMatchObject({ payments: 2, receivedCents: 6_000 })
  expect(ofPlace(body, 'call')).toMatchObject({ payments: 1, receivedCents: 32_000 })
  expect(ofPlace(body, 'whatsapp')).toMatchObject({ payments: 0, receivedCents: 0 })
  expect(ofPlace(body, 'none')).toMatchObject({ payments: 2, receivedCents: 24_000, contacts: 0 })
  expect(body.otherMoney).toEqual([{ currency: 'USD', payments: 1, receivedCents: 7 }])
  const counter = await app.call(paymentReportApi.counter, { query: { customerID: batch.customerId, type: 'total' } }).as(story.staff)
  const euros = counter.body.rows.find(({ currency }) => currency === 'EUR')
  const { payments, receivedCents } = sumOfCosts(body.rows)
  expect({ count: payments, amountCents: receivedCents }).toEqual({ count: euros?.count, amountCents: euros?.amountCents })
  expect(receivedCents).toBe(63_001)
  // The cases behind each number.
  const behind = async (query: object) => {
    const asked = { customerID: batch.customerId, figure: 'costs' as const, from: '2026-05-05', until: '2026-06-03', limit: 50, ...query }
    const { body: page } = await app.call(figureApi.cases, { query: asked }).as(story.staff)
    return page.rows.map(({ caseID }) => caseID).toSorted((a, b) => a - b)
  }
  expect(await behind({ place: 'email', part: 'payments' })).toEqual([one.id, other.id])
  expect(await behind({ place: 'none', part: 'payments' })).toEqual([late.id, never.id])
  expect(await behind({ place: 'sms', part: 'contacts' })).toEqual([one.id, never.id, other.id])
  expect(await behind({ part: 'payments' })).toEqual([one.id, late.id, never.id, other.id, edge.id])
  expect(await behind({ place: 'call', part: 'payments' })).toEqual([edge.id])
})

test('of another customer or script nothing counts, nor of a demo; the file says where no price is known', async () => {
  const story = await openStory()
  const sms = await provider(story, 'sms', { '2026-01-01': [790] })
  await sent(story, story.one, 'sms', '2026-06-01T08:00:00Z', { provider_id: sms, parts: 1 })
  await sent(story, story.one, 'email', '2026-05-30T08:00:00Z')
  await paid(story, story.one, '2026-06-02T08:00:00Z', 1_580)
  const demo = await app.build.batch({ customerId: story.batch.customerId })
  await app.db.updateTable('batches').set({ is_demo: true }).where('id', '=', demo.id).execute()
  const played = await app.build.case({ batch: demo })
  await sent({ batch: demo }, played, 'sms', '2026-06-01T08:00:00Z', { provider_id: sms, parts: 1 })
  await paid(story, played, '2026-06-02T08:00:00Z', 5_000)
  const body = await figures(story)
  expect(ofPlace(body, 'sms')).toMatchObject({ contacts: 1, costHundredths: 790, receivedCents: 1_580 })
  expect(costPerEuro(ofPlace(body, 'sms') ?? sumOfCosts([]))).toBe(0.005)
  expect(costPerEuro(ofPlace(body, 'email') ?? sumOfCosts([]))).toBeNull()
  expect(knownCost(ofPlace(body, 'email') ?? sumOfCosts([]))).toBeNull()
  const otherScript = await app.build.batch({ customerId: story.batch.customerId })
  expect((await figures(story, { scriptID: otherScript.script.id })).rows).toEqual([])
  expect((await figures(story, { scriptID: story.batch.script.id })).rows).toHaveLength(2)
  const stranger = await openStory()
  const { status } = await app.call(costReportApi.figures, { query: { customerID: story.batch.customerId } }).as(stranger.staff)
  expect(status).toBe(404)
  const file = await app.call(costReportApi.file, { query: { customerID: story.batch.customerId, locale: 'nl' } }).as(story.staff)
  const { text } = file
  expect(text).toContain('E-mail;1;geen prijs ingesteld;1;0;0,00;')
  expect(text).toContain('Sms;1;0,0790;0;1;15,80;0,0050')
})
