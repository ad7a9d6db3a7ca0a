import { type CasesGranularity, casesReportApi, type CasesView, paidShareOf, recoveryDays } from '@regie/contract/cases-report.ts'
import { figureApi } from '@regie/contract/figures.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BuiltBatch, Staff } from '../../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../../test/open-test-app.ts'
import { bookPayment } from '../../cases/money/record-payments.ts'
import { addDays, toLocalTime } from '../../contact-permission/local-time.ts'

// Everything is counted here a second time, from what was made and by plain code.
type Made = {
  script: number
  createdAt: string
  closedAt: string | null
  result: string
  claim: number
  currency: string
  payments: { day: string; cents: number }[]
}

let app: TestApp
let batches: BuiltBatch[]
let reader: Staff
const made: Made[] = []
const now = '2026-04-01T10:00:00Z'
const today = '2026-04-01'
const rights = [Right.reportCases, Right.viewCases, Right.exportReports]

beforeAll(async () => {
  app = await openTestApp({ start: now })
  const first = await app.build.batch()
  batches = [first, await app.build.batch({ customerId: first.customerId })]
  reader = await app.build.staff({ rights, customers: [first.customerId] })
  for (let n = 0; n < 120; n++) await make(n)
  await app.pool.query('analyze')
}, 120_000)
afterAll(() => app.close())

const customerId = () => batches[0]?.customerId ?? 0
const dayOf = (moment: string) => toLocalTime(new Date(moment)).date

// The clock goes forward on 29 March 2026; some cases come in and are closed in the half hours around Dutch midnight of that night.
async function make(n: number) {
  const batch = batches[n % 2]
  if (!batch) throw new Error('no batch')
  const createdAt =
    n < 4
      ? `2026-03-28T2${2 + (n % 2)}:${n < 2 ? '30' : '59'}:00Z`
      : `${addDays(today, -((n * 13) % 400))}T${n % 3 === 0 ? '22:30' : '09:00'}:00Z`
  const isClosed = n % 3 !== 1
  const closed = new Date(Date.parse(createdAt) + ((n * 7) % 90) * 86_400_000 + 3_600_000)
  const closedAt = isClosed && closed < new Date(now) ? closed.toISOString() : null
  const result = n % 4 === 0 ? 'BET' : n % 4 === 1 ? 'MAX' : 'RET'
  const one: Made = {
    ...{ script: batch.script.id, createdAt, closedAt, result, claim: 10_000 + n * 37, currency: n % 10 === 9 ? 'USD' : 'EUR' },
    payments: [],
  }
  const row = await app.build.case({
    ...{ batch, outstanding_cents: one.claim, currency: one.currency, created_at: new Date(createdAt) },
    ...(closedAt !== null && { status: 'closed', result, status_at: new Date(closedAt) }),
  })
  for (const [after, cents] of n % 2 === 0
    ? ([
        [20, 3_000],
        [75, one.claim],
      ] as const)
    : n % 5 === 0
      ? ([[30, 1_000]] as const)
      : []) {
    const day = addDays(dayOf(createdAt), after)
    if (day > today) continue
    one.payments.push({ day, cents })
    const paid = {
      customerId: customerId(),
      caseId: row.id,
      amountCents: cents,
      currency: one.currency,
      paidOn: day,
      at: new Date(`${day}T12:00:00Z`),
    }
    await app.db.transaction().execute((tx) => bookPayment(tx, { ...paid, note: '', method: 'bank', byUser: 'beheer', undoEntryId: null }))
  }
  made.push(one)
}

const receivedOf = ({ payments, claim }: Made, until = '9999') =>
  Math.min(
    claim,
    payments.filter(({ day }) => day <= until).reduce((sum, { cents }) => sum + cents, 0),
  )
const cents = (ones: readonly Made[], of: (one: Made) => number) =>
  ones.filter(({ currency }) => currency === 'EUR').reduce((sum, one) => sum + of(one), 0)

const period = { from: '2026-02-01', to: '2026-03-29' }
const inPeriod = (moment: string | null) => moment !== null && dayOf(moment) >= period.from && dayOf(moment) <= period.to

async function ask<Body>(answer: Promise<{ status: number; body: Body }>): Promise<Body> {
  const { status, body } = await answer
  expect(status).toBe(200)
  return body
}
const asked = <More extends object>(more: More) => ({ query: { customerID: customerId(), ...more } })

test('what came in and was closed on each day ties with what was made, also around the night on which the clock changed', async () => {
  const body = await ask(app.call(casesReportApi.buckets, asked({ ...period, granularity: 'day' as const })).as(reader))
  expect(body.rows).toHaveLength(57)
  for (const { bucket, ...flow } of body.rows) {
    const day = dayOf(bucket)
    const closed = made.filter(({ closedAt }) => closedAt !== null && dayOf(closedAt) === day)
    const came = made.filter(({ createdAt }) => dayOf(createdAt) === day).length
    expect({ day, ...flow }).toEqual({ day, came, closed: closed.length, paid: closed.filter(({ result }) => result === 'BET').length })
  }
  const closed = made.filter(({ closedAt }) => inPeriod(closedAt))
  const lasted = closed
    .map(({ createdAt, closedAt }) => (Date.parse(closedAt ?? '') - Date.parse(createdAt)) / 86_400_000)
    .toSorted((a, b) => a - b)
  const half = lasted.length / 2
  const median = ((lasted[Math.ceil(half) - 1] ?? 0) + (lasted[Math.floor(half)] ?? 0)) / 2
  expect(body.total).toMatchObject({ came: made.filter(({ createdAt }) => inPeriod(createdAt)).length, closed: closed.length })
  expect(body.total.medianDays).toBeCloseTo(median, 6)
  expect(body.before).toMatchObject({ from: '2025-12-06', to: '2026-01-31' })
  const open = made.filter(({ closedAt }) => closedAt === null)
  expect(body.now).toEqual({ open: open.length, outstandingCents: cents(open, (one) => one.claim - receivedOf(one)) })
})

test('weeks and months have what their days have', async () => {
  const of = async (granularity: CasesGranularity) =>
    (await ask(app.call(casesReportApi.buckets, asked({ ...period, granularity })).as(reader))).rows
  const [days, weeks, months] = [await of('day'), await of('week'), await of('month')]
  const sum = (rows: typeof days) =>
    rows.reduce((all, { came, closed }) => [all[0] + came, all[1] + closed] as [number, number], [0, 0] as [number, number])
  expect(sum(weeks)).toEqual(sum(days))
  expect(sum(months)).toEqual(sum(days))
  expect(months).toHaveLength(2)
})

test('results have what their cases owed and paid, and lead to as many cases', async () => {
  const { rows } = await ask(app.call(casesReportApi.results, asked(period)).as(reader))
  expect(rows.map(({ result }) => result).toSorted()).toEqual(['BET', 'MAX', 'RET'])
  for (const row of rows) {
    const its = made.filter(({ result, closedAt }) => result === row.result && inPeriod(closedAt))
    expect(row).toEqual({
      ...{ result: row.result, closed: its.length },
      ...{ claimedCents: cents(its, ({ claim }) => claim), receivedCents: cents(its, receivedOf) },
    })
    const query = { figure: 'closed' as const, result: row.result, from: period.from, until: period.to }
    const { total, rows: cases } = await ask(app.call(figureApi.cases, asked(query)).as(reader))
    expect([total.value, cases.length]).toEqual([its.length, Math.min(its.length, 50)])
  }
})

test('a script has its own cases, its money of the period and what is open of it', async () => {
  const { rows } = await ask(app.call(casesReportApi.scripts, asked(period)).as(reader))
  expect(rows).toHaveLength(2)
  for (const { id, ...row } of rows) {
    const its = made.filter(({ script }) => script === id)
    const open = its.filter(({ closedAt }) => closedAt === null)
    const inDays = ({ payments }: Made) =>
      payments.filter(({ day }) => day >= period.from && day <= period.to).reduce((sum, { cents: paid }) => sum + paid, 0)
    expect(row).toMatchObject({
      came: its.filter(({ createdAt }) => inPeriod(createdAt)).length,
      closed: its.filter(({ closedAt }) => inPeriod(closedAt)).length,
      open: open.length,
      outstandingCents: cents(open, (one) => one.claim - receivedOf(one)),
      receivedCents: cents(its, inDays),
    })
  }
  const [first] = rows
  const one = await ask(app.call(casesReportApi.scripts, asked({ ...period, scriptID: first?.id })).as(reader))
  expect(one.rows).toEqual([first])
})

test('every open case has one age, and each age leads to its cases', async () => {
  const { rows } = await ask(app.call(casesReportApi.ages, asked({})).as(reader))
  const open = made.filter(({ closedAt }) => closedAt === null)
  expect(rows.map(({ upTo }) => upTo)).toEqual([30, 60, 90, 180, 365, null])
  for (const { from, until, ...row } of rows) {
    const its = open.filter(({ createdAt }) => (from === null || dayOf(createdAt) >= from) && dayOf(createdAt) <= until)
    expect(row).toMatchObject({ open: its.length, outstandingCents: cents(its, (one) => one.claim - receivedOf(one)) })
    const query = { figure: 'stillOpen' as const, until, ...(from !== null && { from }) }
    expect((await ask(app.call(figureApi.cases, asked(query)).as(reader))).total.value).toBe(its.length)
  }
  expect(rows.reduce((sum, row) => sum + row.open, 0)).toBe(open.length)
})

test('a month has what came in of its cases after so many days, where all of them are that old', async () => {
  const { rows } = await ask(app.call(casesReportApi.months, asked({})).as(reader))
  expect(rows.map(({ month }) => month)).toEqual([...rows.map(({ month }) => month)].toSorted().toReversed())
  expect(rows.length).toBeGreaterThan(10)
  for (const { month, ...row } of rows) {
    const its = made.filter(({ createdAt }) => dayOf(createdAt).startsWith(month))
    const within = recoveryDays.map((days) => cents(its, (one) => receivedOf(one, addDays(dayOf(one.createdAt), days))))
    expect(row).toMatchObject({ cases: its.length, claimedCents: cents(its, ({ claim }) => claim), receivedCents: cents(its, receivedOf) })
    expect(row.within).toEqual(row.within.map((value, at) => (value === null ? null : within[at])))
  }
  // The last look is a year: a month that old is among them.
  expect(rows.at(-1)?.within.at(-1)).toEqual(expect.any(Number))
  expect(rows.find(({ month }) => month === '2026-03')?.within).toEqual([null, null, null, null, null])
  expect(rows.find(({ month }) => month === '2026-02')?.within.slice(0, 2)).toEqual([expect.any(Number), null])
})

test('amounts are of one currency, which one chooses', async () => {
  const euros = await ask(app.call(casesReportApi.ages, asked({})).as(reader))
  expect([euros.currency, euros.currencies]).toEqual(['EUR', ['EUR', 'USD']])
  const dollars = await ask(app.call(casesReportApi.ages, asked({ currency: 'USD' })).as(reader))
  const owed = made.filter(({ closedAt, currency }) => closedAt === null && currency === 'USD')
  expect(dollars.rows.reduce((sum, { outstandingCents }) => sum + outstandingCents, 0)).toBe(
    owed.reduce((sum, one) => sum + one.claim - receivedOf(one), 0),
  )
  expect(dollars.rows.map(({ open }) => open)).toEqual(euros.rows.map(({ open }) => open))
})

test('a file has what the tab shows, a line for each row', async () => {
  const lines = async (view: CasesView) => {
    const { status, text } = await app.call(casesReportApi.file, asked({ ...period, view, locale: 'nl' as const })).as(reader)
    expect(status).toBe(200)
    return text.trim().split('\r\n')
  }
  const results = await lines('results')
  expect(results[0]).toBe('Resultaat;Code;Afgesloten;Vordering (EUR);Ontvangen (EUR)')
  expect(results).toHaveLength(4)
  expect(await lines('ages')).toHaveLength(7)
  expect((await lines('ages')).at(-1)).toMatch(/^ouder dan 365 dagen;\d+;\d+,\d\d$/)
  expect((await lines('scripts'))[0]).toContain('Aandeel betaald')
  expect((await lines('months')).length).toBeGreaterThan(10)
  expect(await lines('buckets')).toHaveLength(58)
})

test('it asks its right and its customer, and a period that can be', async () => {
  const without = await app.build.staff({ rights: [Right.viewCases], customers: [customerId()] })
  expect((await app.call(casesReportApi.ages, asked({})).as(without)).status).toBe(403)
  const stranger = await app.build.staff({ rights, customers: [(await app.build.batch()).customerId] })
  expect((await app.call(casesReportApi.months, asked({})).as(stranger)).status).toBe(404)
  const reversed = await app.call(casesReportApi.results, asked({ from: '2026-03-02', to: '2026-03-01' })).as(reader)
  expect([reversed.status, reversed.body]).toMatchObject([422, { error: 'report.periodReversed' }])
})

test('the share that was paid is of what was closed', () => {
  expect(paidShareOf({ closed: 8, paid: 2 })).toBe(0.25)
  expect(paidShareOf({ closed: 0, paid: 0 })).toBeNull()
})
