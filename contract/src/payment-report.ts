import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id } from './paging.ts'
import { CasePayments } from './payments.ts'
import { Right } from './right-codes.ts'

/** What a counter counts over: the day, the week from Monday, the calendar month, or all there is. */
export const counterTypes = ['today', 'week', 'month', 'total'] as const
export type CounterType = (typeof counterTypes)[number]

/** The longest period that one report looks at, in days. */
export const reportDaysMax = 366

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
}
