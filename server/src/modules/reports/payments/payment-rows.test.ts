import { linkCounts, type PaymentCount, paymentReportApi } from '@regie/contract/payment-report.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../../test/open-test-app.ts'
import { openStory as openWith, linkThat as linkOf, type Story } from '../../../../test/link-story.ts'

let app: TestApp
// A Wednesday, eleven o'clock in the Netherlands.
beforeAll(async () => {
  app = await openTestApp({ start: '2026-06-03T09:00:00Z' })
})
afterAll(() => app.close())

const openStory = (rights: number[] = [Right.reportPayments, Right.viewCases]) => openWith(app, rights)
const linkThat = (...asked: Parameters<typeof linkOf> extends [unknown, ...infer Rest] ? Rest : never) => linkOf(app, ...asked)

type About = { from?: string; until?: string; scriptID?: number; weekday?: number; hour?: number; currency?: string }

const ask = ({ batch, staff }: Story, counted: PaymentCount, about: About = {}, page: { limit?: number; cursor?: string } = {}) =>
  app.call(paymentReportApi.rows, { query: { customerID: batch.customerId, counted, limit: 50, ...about, ...page } }).as(staff)

/** All rows, page by page, and what the list says that they come to. */
async function rowsOf(story: Story, counted: PaymentCount, about: About = {}, limit = 2) {
  const first = (await ask(story, counted, about, { limit })).body
  const rows = [...first.rows]
  for (let cursor = first.nextCursor; cursor !== null; ) {
    const { body } = await ask(story, counted, about, { limit, cursor })
    expect(body).toMatchObject({ total: first.total, sums: first.sums })
    rows.push(...body.rows)
    cursor = body.nextCursor
  }
  const cents = rows.reduce((sum, { amountCents }) => sum + amountCents, 0)
  // What the list says above itself is what it holds.
  expect(first.total).toEqual({ value: rows.length, exact: true })
  expect(first.sums.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(cents)
  expect(new Set(rows.map(({ rowID }) => rowID)).size).toBe(rows.length)
  return { rows, count: rows.length, cents }
}

/** A link of each kind, of the hour that comes twice when the clock goes back too. */
async function fill(story: Story) {
  const made = '2026-06-01T08:00:00Z'
  await linkThat(story, made, 1_000)
  await linkThat(story, made, 2_000, { clicked: '2026-06-01T09:00:00Z', state: 'expired' })
  await linkThat(story, made, 3_000, { clicked: '2026-06-01T09:00:00Z', paid: '2026-06-01T10:00:00Z' })
  await linkThat(story, made, 4_000, { paid: '2026-06-02T08:00:00Z' })
  await linkThat(story, made, 5_000, { paid: '2026-06-02T08:00:00Z', marked: true })
  await linkThat(story, made, 6_000, { state: 'in_progress' })
  await linkThat(story, made, 7_000, { state: 'canceled' })
  await linkThat(story, made, 8_000)
  const ended = { ended_for: 'deleted', ended_at: app.clock.now(), ended_from: 'created' }
  await app.db.updateTable('payment_links').set(ended).where('case_id', '=', story.one.id).where('amount_cents', '=', 8_000).execute()
  // Within one millisecond: the place in the list is to the microsecond.
  for (const micros of ['000100', '000200', '000300', '000400'])
    await linkThat(story, `2026-05-20T08:00:00.${micros}Z`, 100 + Number(micros) / 100)
  // The night of 25 October 2025: three o'clock is two again.
  await linkThat(story, '2025-10-25T21:59:59Z', 300, { paid: '2025-10-26T00:30:00Z' })
  await linkThat(story, '2025-10-25T22:00:00Z', 200, { paid: '2025-10-26T01:30:00Z' })
  await linkThat(story, '2025-10-26T22:59:59Z', 600, { paid: '2025-10-26T23:30:00Z' })
  await linkThat(story, '2025-10-26T23:00:00Z', 700, { paid: '2026-03-29T00:59:59Z' })
}

const periods: About[] = [
  {},
  { from: '2026-06-01', until: '2026-06-01' },
  { from: '2025-10-26', until: '2025-10-26' },
  { from: '2025-10-25', until: '2026-06-03' },
  { from: '2026-03-29', until: '2026-03-29' },
]

test.each(periods)('every number of links has as many rows, of as much, in the period %o', async (days) => {
  const story = await openStory()
  await fill(story)
  const query = { customerID: story.batch.customerId, ...days }
  const [figures] = (await app.call(paymentReportApi.info, { query }).as(story.staff)).body.rows
  const [ofScript] = (await app.call(paymentReportApi.scripts, { query }).as(story.staff)).body.rows
  for (const counted of linkCounts) {
    const found = await rowsOf(story, counted, days)
    expect([counted, found.count]).toEqual([counted, figures?.[counted] ?? 0])
    if (counted === 'links') expect(found.cents).toBe(figures?.requestedCents ?? 0)
    if (counted === 'paid') expect(found.cents).toBe(figures?.paidCents ?? 0)
    if (ofScript === undefined) continue
    const { scriptID } = ofScript
    expect((await rowsOf(story, counted, { ...days, scriptID, currency: 'EUR' })).count).toBe(ofScript[counted])
    expect((await rowsOf(story, counted, { ...days, scriptID: scriptID + 1000 })).count).toBe(0)
    expect((await rowsOf(story, counted, { ...days, currency: 'GBP' })).count).toBe(0)
  }
})

test.each(periods)('every hour has as many payments, of as much, in the period %o', async (days) => {
  const story = await openStory()
  await fill(story)
  const { rows: cells } = (
    await app.call(paymentReportApi.heatmap, { query: { customerID: story.batch.customerId, ...days } }).as(story.staff)
  ).body
  for (const { weekday, hour, currency, count, paidCents } of cells) {
    const found = await rowsOf(story, 'byLink', { ...days, weekday, hour, currency }, 1)
    expect([weekday, hour, found.count, found.cents]).toEqual([weekday, hour, count, paidCents])
  }
  const all = await rowsOf(story, 'byLink', days)
  expect(all.count).toBe(cells.reduce((sum, { count }) => sum + count, 0))
  // The two hours of the night in which the clock goes back stand in one cell.
  if (days.from === '2025-10-26') expect(cells).toMatchObject([{ weekday: 7, hour: 2, count: 2, paidCents: 500 }])
})

test('each counter has as many payments, of as much, also what staff booked; nothing that was taken back', async () => {
  const story = await openStory()
  await fill(story)
  for (const type of ['today', 'week', 'month', 'total'] as const) {
    const counted = (await app.call(paymentReportApi.counter, { query: { customerID: story.batch.customerId, type } }).as(story.staff)).body
    const found = await rowsOf(story, 'received', { from: counted.from, until: counted.until })
    const [row] = counted.rows
    expect([type, found.count, found.cents]).toEqual([type, row?.count ?? 0, row?.amountCents ?? 0])
    const byLink = await rowsOf(story, 'byLink', { from: counted.from, until: counted.until })
    expect([type, byLink.count, byLink.cents]).toEqual([type, row?.linkCount ?? 0, row?.linkCents ?? 0])
  }
  await app.db.updateTable('payments').set({ withdrawn_at: app.clock.now() }).where('case_id', '=', story.one.id).execute()
  expect((await rowsOf(story, 'received', { from: '2000-01-01', until: '2026-06-03' })).count).toBe(0)
})

test('newest first, with what each row is', async () => {
  const story = await openStory()
  await fill(story)
  const { rows } = await rowsOf(story, 'links', {}, 3)
  expect(rows.map(({ at, rowID }) => [at, rowID])).toEqual(
    rows
      .map(({ at, rowID }) => [at, rowID] as const)
      .toSorted(([one, first], [other, second]) => other.localeCompare(one) || second - first),
  )
  expect(rows.map(({ amountCents, state }) => [amountCents, state])).toEqual([
    ...[
      [8_000, 'ended'],
      [7_000, 'canceled'],
      [6_000, 'in_progress'],
      [5_000, 'marked'],
      [4_000, 'paid'],
      [3_000, 'paid'],
    ],
    ...[
      [2_000, 'expired'],
      [1_000, 'created'],
      [104, 'created'],
      [103, 'created'],
      [102, 'created'],
      [101, 'created'],
    ],
  ])
  expect(rows.find(({ amountCents }) => amountCents === 3_000)).toMatchObject({
    ...{ caseID: story.one.id, at: '2026-06-01T08:00:00.000Z', paidOn: '2026-06-01', method: 'link', currency: 'EUR' },
  })
  const received = await rowsOf(story, 'received', { from: '2026-06-01', until: '2026-06-03' })
  expect(received.rows.map(({ amountCents, state }) => [amountCents, state])).toEqual([
    [5_000, 'marked'],
    [4_000, 'paid'],
    [3_000, 'paid'],
  ])
})

test('a demo stands nowhere, a stranger finds nothing, and who may not see cases or take data along is refused', async () => {
  const story = await openStory()
  await fill(story)
  const stranger = (await openStory()).staff
  expect((await ask({ ...story, staff: stranger }, 'links')).status).toBe(404)
  const blind = await app.build.staff({ rights: [Right.reportPayments], customers: [story.batch.customerId] })
  expect((await ask({ ...story, staff: blind }, 'links')).status).toBe(403)
  const query = { customerID: story.batch.customerId, counted: 'links' as const, locale: 'nl' as const }
  expect((await app.call(paymentReportApi.file, { query }).as(story.staff)).status).toBe(403)
  await app.db.updateTable('batches').set({ is_demo: true }).where('id', '=', story.batch.id).execute()
  expect((await rowsOf(story, 'links')).count).toBe(0)
  expect((await rowsOf(story, 'received')).count).toBe(0)
})

test('a period that is reversed or too long, or a cursor that we did not make, is refused', async () => {
  const story = await openStory()
  expect((await ask(story, 'links', { from: '2026-06-02', until: '2026-06-01' })).body).toMatchObject({ error: 'report.periodReversed' })
  expect((await ask(story, 'received', { from: '2026-06-02', until: '2026-06-01' })).body).toMatchObject({ error: 'report.periodReversed' })
  expect((await ask(story, 'paid', { from: '2016-06-02', until: '2026-06-01' })).body).toMatchObject({ error: 'report.periodTooLong' })
  expect((await ask(story, 'links', {}, { cursor: 'niets' })).status).toBe(400)
})

test('the file has the rows of the list', async () => {
  const story = await openStory([Right.reportPayments, Right.viewCases, Right.exportReports])
  await fill(story)
  const query = { customerID: story.batch.customerId, counted: 'paid' as const, locale: 'nl' as const }
  const { text } = await app.call(paymentReportApi.file, { query }).as(story.staff)
  const [head, ...lines] = text.replace('\uFEFF', '').trim().split('\r\n')
  expect(head).toBe('Dossiernummer;Script;Bedrag;Valuta;Stand;Hoe;Gemaakt of geboekt op;Betaald op')
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatch(/;40,00;EUR;Betaald;Betaallink;01-06-2026 10:00;02-06-2026$/)
})
