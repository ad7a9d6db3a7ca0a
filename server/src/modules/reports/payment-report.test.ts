import { paymentReportApi } from '@regie/contract/payment-report.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { bookPayment } from '../cases/money/record-payments.ts'
import { linkThat as linkOf, openStory as openWith, type Story } from '../../../test/link-story.ts'
import { daysOfCounter } from './payment-report.ts'

let app: TestApp
// A Wednesday, eleven o'clock in the Netherlands.
beforeAll(async () => {
  app = await openTestApp({ start: '2026-06-03T09:00:00Z' })
})
afterAll(() => app.close())

const openStory = () => openWith(app)
const linkThat = (...asked: Parameters<typeof linkOf> extends [unknown, ...infer Rest] ? Rest : never) => linkOf(app, ...asked)

const info = ({ batch, staff }: Story, query: object = {}) =>
  app.call(paymentReportApi.info, { query: { customerID: batch.customerId, ...query } }).as(staff)
const heat = ({ batch, staff }: Story, query: object = {}) =>
  app.call(paymentReportApi.heatmap, { query: { customerID: batch.customerId, ...query } }).as(staff)
const counter = ({ batch, staff }: Story, type: 'today' | 'week' | 'month' | 'total', query: object = {}) =>
  app.call(paymentReportApi.counter, { query: { customerID: batch.customerId, type, ...query } }).as(staff)

test('the links of a period by how far they came; the sum of their places is all of them', async () => {
  const story = await openStory()
  await linkThat(story, '2026-06-01T08:00:00Z', 1_000)
  await linkThat(story, '2026-06-01T08:00:00Z', 2_000, { clicked: '2026-06-01T09:00:00Z', state: 'expired' })
  await linkThat(story, '2026-06-01T08:00:00Z', 3_000, { clicked: '2026-06-01T09:00:00Z', paid: '2026-06-01T10:00:00Z' })
  await linkThat(story, '2026-06-01T08:00:00Z', 4_000, { paid: '2026-06-02T08:00:00Z' })
  await linkThat(story, '2026-06-01T08:00:00Z', 5_000, { paid: '2026-06-02T08:00:00Z', marked: true })
  await linkThat(story, '2026-06-01T08:00:00Z', 6_000, { state: 'in_progress' })
  await linkThat(story, '2026-06-01T08:00:00Z', 7_000, { state: 'canceled' })
  // Of another period.
  await linkThat(story, '2026-04-01T08:00:00Z', 9_000, { paid: '2026-06-01T10:00:00Z' })
  const { body } = await info(story)
  expect(body).toEqual({
    ...{ from: '2026-05-05', until: '2026-06-03' },
    rows: [
      {
        ...{ currency: 'EUR', links: 7, clicked: 5, opened: 4, inProgress: 1, paid: 2, marked: 1, expired: 1, ended: 0, canceled: 1 },
        ...{ requestedCents: 28_000, paidCents: 7_000, medianHoursToPay: 13 },
      },
    ],
  })
})

test('a link that was ended while its payment is being settled stands in one place: under way', async () => {
  const story = await openStory()
  await linkThat(story, '2026-06-01T08:00:00Z', 1_000, { clicked: '2026-06-01T09:00:00Z', state: 'in_progress' })
  const ended = { ended_for: 'deleted', ended_at: app.clock.now(), ended_from: 'in_progress' }
  await app.db.updateTable('payment_links').set(ended).where('case_id', '=', story.one.id).execute()
  expect((await info(story)).body.rows).toMatchObject([{ links: 1, inProgress: 1, ended: 0, expired: 0, canceled: 0, paid: 0 }])
})

test('the counters count what came in, how much of it by link, and nothing that was taken back', async () => {
  const story = await openStory()
  await linkThat(story, '2026-05-01T08:00:00Z', 1_000, { paid: '2026-06-03T08:00:00Z' })
  await linkThat(story, '2026-05-01T08:00:00Z', 2_000, { paid: '2026-06-01T08:00:00Z', marked: true })
  const book = (paidOn: string, amountCents: number) =>
    app.db.transaction().execute((tx) =>
      bookPayment(tx, {
        ...{ customerId: story.batch.customerId, caseId: story.one.id, amountCents, currency: 'EUR', paidOn, at: app.clock.now() },
        ...{ note: '', method: 'bank', byUser: 'beheer', undoEntryId: null },
      }),
    )
  await book('2026-05-31', 4_000)
  await book('2025-12-31', 8_000)
  await book('2026-06-03', 16_000)
  await app.db.updateTable('payments').set({ withdrawn_at: app.clock.now() }).where('amount_cents', '=', 16_000).execute()
  const row = (count: number, amountCents: number) => ({ rows: [{ currency: 'EUR', count, amountCents, linkCount: 1, linkCents: 1_000 }] })
  expect((await counter(story, 'today')).body).toMatchObject({ from: '2026-06-03', until: '2026-06-03', ...row(1, 1_000) })
  expect((await counter(story, 'week')).body).toMatchObject({ from: '2026-06-01', ...row(2, 3_000) })
  expect((await counter(story, 'month')).body).toMatchObject({ from: '2026-06-01', ...row(2, 3_000) })
  expect((await counter(story, 'total')).body).toMatchObject(row(4, 15_000))
})

test('a Sunday belongs to the week of the Monday before it, and the day is the Dutch one', () => {
  expect(daysOfCounter('week', new Date('2026-06-07T10:00:00Z'))).toEqual({ from: '2026-06-01', until: '2026-06-07' })
  expect(daysOfCounter('today', new Date('2026-05-31T22:30:00Z'))).toEqual({ from: '2026-06-01', until: '2026-06-01' })
})

test('the hours at which people paid, in Dutch time, and the payments behind one', async () => {
  const story = await openStory()
  const other = { ...story, one: await app.build.case({ batch: story.batch, outstanding_cents: 5_000 }) }
  // Monday, summer time; and the hour that comes twice when the clock goes back.
  await linkThat(story, '2026-06-01T08:00:00Z', 1_000, { paid: '2026-06-01T18:30:00Z' })
  await linkThat(other, '2026-06-01T08:00:00Z', 5_000, { paid: '2026-05-25T18:59:59Z' })
  await linkThat(story, '2025-10-25T08:00:00Z', 300, { paid: '2025-10-26T00:30:00Z' })
  await linkThat(story, '2025-10-25T08:00:00Z', 200, { paid: '2025-10-26T01:30:00Z' })
  await linkThat(story, '2026-06-01T08:00:00Z', 7_000, { paid: '2026-06-01T18:00:00Z', marked: true })
  expect((await heat(story)).body.rows).toEqual([{ weekday: 1, hour: 20, currency: 'EUR', count: 2, paidCents: 6_000 }])
  const past = { from: '2025-10-01', until: '2025-10-31' }
  expect((await heat(story, past)).body.rows).toEqual([{ weekday: 7, hour: 2, currency: 'EUR', count: 2, paidCents: 500 }])
  const query = { customerID: story.batch.customerId, counted: 'byLink' as const, from: '2026-05-05', until: '2026-06-03', limit: 25 }
  const behind = (more: object) => app.call(paymentReportApi.rows, { query: { ...query, ...more } }).as(story.staff)
  expect((await behind({ weekday: 1, hour: 20 })).body).toMatchObject({ total: { value: 2 }, rows: [{}, {}] })
  expect((await behind({ weekday: 2, hour: 20 })).body.total.value).toBe(0)
})

test('by script, and of one script; a demo counts nowhere', async () => {
  const story = await openStory()
  await linkThat(story, '2026-06-01T08:00:00Z', 1_000, { paid: '2026-06-01T10:00:00Z' })
  const { scriptId } = await app.db
    .selectFrom('batches')
    .select('script_id as scriptId')
    .where('id', '=', story.batch.id)
    .executeTakeFirstOrThrow()
  const scripts = () => app.call(paymentReportApi.scripts, { query: { customerID: story.batch.customerId } }).as(story.staff)
  expect((await scripts()).body.rows).toMatchObject([{ scriptID: scriptId, links: 1, paidCents: 1_000 }])
  expect((await info(story, { scriptID: scriptId })).body.rows).toMatchObject([{ links: 1 }])
  expect((await info(story, { scriptID: scriptId + 1000 })).body.rows).toEqual([])
  await app.db.updateTable('batches').set({ is_demo: true }).where('id', '=', story.batch.id).execute()
  expect((await scripts()).body.rows).toEqual([])
  expect((await counter(story, 'total')).body.rows).toEqual([])
})

test('one case with its links, for who holds both rights; a stranger finds none', async () => {
  const story = await openStory()
  await linkThat(story, '2026-06-01T08:00:00Z', 1_000, { clicked: '2026-06-01T09:00:00Z' })
  const call = app.call(paymentReportApi.ofCase, { params: { caseID: story.one.id } })
  expect((await call.as(story.staff)).body).toMatchObject({ links: [{ amountCents: 1_000, state: 'link_clicked' }] })
  expect((await call.as((await openStory()).staff)).status).toBe(404)
  expect((await info({ ...story, staff: (await openStory()).staff })).status).toBe(404)
})

test('a period that is reversed, too long, or no day is refused', async () => {
  const story = await openStory()
  expect((await info(story, { from: '2026-06-02', until: '2026-06-01' })).body).toMatchObject({ error: 'report.periodReversed' })
  expect((await heat(story, { from: '2016-06-02', until: '2026-06-01' })).body).toMatchObject({ error: 'report.periodTooLong' })
  expect((await info(story, { from: '2026-02-30' })).status).toBe(400)
})
