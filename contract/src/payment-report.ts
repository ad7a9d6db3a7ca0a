import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Locale } from './locale.ts'
import { Id, pageOf, pageQuery } from './paging.ts'
import { bookingMethods, CasePayments, paymentStates } from './payments.ts'
import { Right } from './right-codes.ts'

/** What a counter counts over: the day, the week from Monday, the calendar month, or all there is. */
export const counterTypes = ['today', 'week', 'month', 'total'] as const
export type CounterType = (typeof counterTypes)[number]

/** The longest period that one report looks at, in days. */
export const reportDaysMax = 366

/** The numbers of links that the report shows; of each there are rows. */
export const linkCounts = ['links', 'clicked', 'opened', 'paid', 'inProgress', 'canceled', 'expired', 'ended', 'marked'] as const
export type LinkCount = (typeof linkCounts)[number]
/** The numbers of payments: all that came in, or what somebody paid by a link. */
export const moneyCounts = ['received', 'byLink'] as const
export const paymentCounts = [...linkCounts, ...moneyCounts] as const
export type PaymentCount = (typeof paymentCounts)[number]

/** The most rows that one file of them has. */
export const paymentRowsMax = 100_000

const scope = { customerID: Id, scriptID: z.optional(Id) }
/** The first and the last day; the last thirty where they are left out. */
const period = { from: z.optional(z.iso.date()), until: z.optional(z.iso.date()) }
const days = { from: z.iso.date(), until: z.iso.date() }

/**
 * What became of the payment links that were made in a period, of one currency. `clicked` and `opened` say how far somebody ever came; `paid` are those
 * that somebody paid by, `marked` those that staff marked as paid; `inProgress`, `canceled`, `expired` and `ended` (before their day) how the others stand now.
 */
const LinkFigures = z.object({
  currency: z.string(),
  ...{ links: z.number(), clicked: z.number(), opened: z.number(), inProgress: z.number(), paid: z.number() },
  ...{ marked: z.number(), expired: z.number(), ended: z.number(), canceled: z.number() },
  ...{ requestedCents: z.number(), paidCents: z.number() },
  /** From making the link to its payment; null: nobody paid. */
  medianHoursToPay: z.nullable(z.number()),
})
export type LinkFigures = z.infer<typeof LinkFigures>

/** Payments by link at an hour of a weekday, Dutch time; Monday is 1. */
const HeatCell = z.object({ weekday: z.number(), hour: z.number(), currency: z.string(), count: z.number(), paidCents: z.number() })
export type HeatCell = z.infer<typeof HeatCell>

/** A link or a payment behind a number of the report. */
const PaymentRow = z.object({
  /** Of the link, or of the payment where those are counted. */
  rowID: Id,
  caseID: Id,
  caseNumber: z.string(),
  script: z.string(),
  amountCents: z.number(),
  currency: z.string(),
  /** Where a link stands now: paid by somebody, marked by staff, or ended before its day, else its state. Of a payment: paid, marked or booked. */
  state: z.enum([...paymentStates, 'marked', 'ended', 'booked']),
  /** By a link, by a payment request of a provider, or as staff booked it. */
  method: z.enum(['link', 'request', ...bookingMethods]),
  /** When the link was made, or when the payment came into the books. */
  at: z.string(),
  /** The Dutch day on which it was paid. */
  paidOn: z.nullable(z.string()),
})
export type PaymentRow = z.infer<typeof PaymentRow>

/** What was counted, of which currency (left out for all), and of `byLink` the weekday, Monday is 1, and the hour at which somebody paid, Dutch time. */
const rowsAsked = {
  ...scope,
  counted: z.enum(paymentCounts),
  currency: z.optional(z.string().check(z.regex(/^[A-Z]{3}$/))),
  weekday: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(7))),
  hour: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(23))),
  ...period,
}

const access = { right: Right.reportPayments }

/** The report of payments (spec §7, reports/ideal). Demos are left out, as on the first screen. */
export const paymentReportApi = {
  ofCase: endpoint({
    method: 'GET',
    path: '/reports/ideal/:caseID',
    access: { right: Right.reportPayments, also: [Right.viewCases] },
    audited: true,
    summary: 'One case: its payment links with what happened to each, and what was paid',
    params: z.object({ caseID: Id }),
    response: CasePayments,
  }),
  counter: endpoint({
    method: 'GET',
    path: '/reports/ideal/counter',
    access,
    budget: 'analysis',
    summary:
      'What was received in the day, week, month or ever, by currency, and how much of it by payment link; what was taken back is left out',
    query: z.object({ ...scope, type: z.enum(counterTypes) }),
    response: z.object({
      type: z.enum(counterTypes),
      ...days,
      rows: z.array(
        z.object({ currency: z.string(), count: z.number(), amountCents: z.number(), linkCount: z.number(), linkCents: z.number() }),
      ),
    }),
  }),
  info: endpoint({
    method: 'GET',
    path: '/reports/ideal/payments/info',
    access,
    budget: 'analysis',
    summary: 'What became of the payment links made in a period, by currency',
    query: z.object({ ...scope, ...period }),
    response: z.object({ ...days, rows: z.array(LinkFigures) }),
  }),
  scripts: endpoint({
    method: 'GET',
    path: '/reports/ideal/scripts',
    access,
    budget: 'analysis',
    summary: 'The same for each script, by what was paid',
    query: z.object({ customerID: Id, ...period }),
    response: z.object({ ...days, rows: z.array(z.object({ scriptID: Id, name: z.string(), ...LinkFigures.shape })) }),
  }),
  heatmap: endpoint({
    method: 'GET',
    path: '/reports/ideal/heatmap',
    access,
    budget: 'analysis',
    summary: 'At which hour of which weekday people paid by link in a period; hours without a payment are left out',
    query: z.object({ ...scope, ...period }),
    response: z.object({ ...days, rows: z.array(HeatCell) }),
  }),
  rows: endpoint({
    method: 'GET',
    path: '/reports/ideal/rows',
    access: { right: Right.reportPayments, also: [Right.viewCases] },
    budget: 'analysis',
    audited: true,
    summary: 'The links or payments behind a number of the report, newest first, with how many they are and what they come to, by currency',
    query: z.object({ ...rowsAsked, ...pageQuery }),
    response: z.object({
      ...pageOf(PaymentRow).shape,
      ...days,
      sums: z.array(z.object({ currency: z.string(), count: z.number(), amountCents: z.number() })),
    }),
  }),
  file: endpoint({
    method: 'GET',
    path: '/reports/ideal/file',
    access: { right: Right.exportReports, also: [Right.reportPayments, Right.viewCases] },
    budget: 'export',
    audited: true,
    summary: 'The same rows as CSV; formulas are neutralised',
    query: z.object({ ...rowsAsked, locale: Locale }),
    file: 'text/csv',
  }),
}
