import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Locale } from './locale.ts'
import { Id } from './paging.ts'
import { Right } from './right-codes.ts'

/** What the report of cases shows and what a file of it lists. */
export const casesViews = ['buckets', 'results', 'scripts', 'ages', 'months'] as const
export type CasesView = (typeof casesViews)[number]

/** How fine it is drawn: what came in is kept by day. */
export const casesGranularities = ['day', 'week', 'month'] as const
export type CasesGranularity = (typeof casesGranularities)[number]

/** The ages of open cases, in days since they came in, each up to and with its number; null: older than that. */
export const caseAges = [30, 60, 90, 180, 365, null] as const

/** After how many days a month of cases is looked at again. */
export const recoveryDays = [30, 60, 90, 180, 365] as const

const number = z.number()

/**
 * Cases that came in, and cases that were closed and still are, of which `paid` were closed as paid (result BET). Each counts at its own moment, so that
 * what is closed need not have come in in the same period.
 */
const flow = { came: number, closed: number, paid: number }
const CaseFlow = z.object(flow)
export type CaseFlow = z.infer<typeof CaseFlow>
const FlowBucket = z.object({ bucket: z.string(), ...flow })
export type FlowBucket = z.infer<typeof FlowBucket>
/** `medianDays`: between coming in and closing, of those that were closed; null: none was. */
const PeriodFlow = z.object({ ...flow, medianDays: z.nullable(number) })
export type PeriodFlow = z.infer<typeof PeriodFlow>

/** The part of the closed cases that was paid; null: none was closed. */
export const paidShareOf = ({ closed, paid }: Pick<CaseFlow, 'closed' | 'paid'>): number | null => (closed === 0 ? null : paid / closed)

/** Closed cases by their result: what they owed when that is known, and how much of it came in, at most what they owed. */
const money = { claimedCents: number, receivedCents: number }
const ResultRow = z.object({ result: z.string(), closed: number, ...money })
export type ResultRow = z.infer<typeof ResultRow>

/** `open` and `outstandingCents` are of now, the rest of the period. */
const ScriptRow = z.object({ id: number, name: z.string(), ...flow, open: number, outstandingCents: number, receivedCents: number })
export type ScriptRow = z.infer<typeof ScriptRow>

/** Open cases that came in between two days; without a first day all older ones. */
const AgeRow = z.object({
  upTo: z.nullable(number),
  from: z.nullable(z.iso.date()),
  until: z.iso.date(),
  open: number,
  outstandingCents: number,
})
export type AgeRow = z.infer<typeof AgeRow>

/**
 * The cases that came in in a month: what they owed, how much of it had come in within so many days of each case's own first day (the order is that of
 * `recoveryDays`; null: not every case of the month is that old yet), and until today.
 */
const MonthRow = z.object({
  month: z.string(),
  cases: number,
  claimedCents: number,
  within: z.array(z.nullable(number)),
  receivedCents: number,
})
export type MonthRow = z.infer<typeof MonthRow>

const scope = {
  customerID: Id,
  scriptID: z.optional(Id),
  /** Of which currency amounts are; the one with the most money where it is left out. Cases are counted in all. */
  currency: z.optional(z.string().check(z.regex(/^[A-Z]{3}$/))),
}
/** The first and the last day, both within it; the last thirty where they are left out. */
const period = { from: z.optional(z.iso.date()), to: z.optional(z.iso.date()) }
const days = { from: z.iso.date(), to: z.iso.date() }
const currencies = { currency: z.string(), currencies: z.array(z.string()) }
const access = { right: Right.reportCases }
const analysis = { method: 'GET', access, budget: 'analysis' } as const

/** The report of cases (spec §2, reports/cases). Demos are left out. */
export const casesReportApi = {
  buckets: endpoint({
    ...analysis,
    path: '/reports/cases/buckets',
    summary:
      'Cases that came in and that were closed, by day, week or month, Dutch time, with those of as many days before; empty ones too',
    query: z.object({ ...scope, ...period, granularity: z.optional(z.enum(casesGranularities)) }),
    response: z.object({
      ...{ ...days, ...currencies, granularity: z.enum(casesGranularities), rows: z.array(FlowBucket), total: PeriodFlow },
      before: z.object({ ...days, ...PeriodFlow.shape }),
      /** Not closed at this moment, and what is open of them. */
      now: z.object({ open: number, outstandingCents: number }),
    }),
  }),
  results: endpoint({
    ...analysis,
    path: '/reports/cases/results',
    summary: 'The cases that were closed in a period by their result, the most first, with what they owed and what came in',
    query: z.object({ ...scope, ...period }),
    response: z.object({ ...days, ...currencies, rows: z.array(ResultRow) }),
  }),
  scripts: endpoint({
    ...analysis,
    path: '/reports/cases/scripts',
    summary: 'By script: cases that came in and that were closed in a period, what came in of them, and what is open now',
    query: z.object({ ...scope, ...period }),
    response: z.object({ ...days, ...currencies, rows: z.array(ScriptRow) }),
  }),
  ages: endpoint({
    ...analysis,
    path: '/reports/cases/ages',
    summary: 'The open cases of this moment by how long ago they came in, with what is open of them',
    query: z.object(scope),
    response: z.object({ ...currencies, rows: z.array(AgeRow) }),
  }),
  months: endpoint({
    ...analysis,
    path: '/reports/cases/months',
    summary:
      'The cases of each of the last fifteen months in which they came in: what they owed, and how much of it came in after 30 to 365 days',
    query: z.object(scope),
    response: z.object({ ...currencies, rows: z.array(MonthRow) }),
  }),
  file: endpoint({
    method: 'GET',
    path: '/reports/cases/file',
    access: { right: Right.exportReports, also: [Right.reportCases] },
    budget: 'export',
    audited: true,
    summary: 'What a tab of the report shows, as CSV. Formulas are neutralised',
    query: z.object({ ...scope, ...period, granularity: z.optional(z.enum(casesGranularities)), view: z.enum(casesViews), locale: Locale }),
    file: 'text/csv',
  }),
}
