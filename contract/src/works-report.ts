import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Locale } from './locale.ts'
import { Id } from './paging.ts'
import { Right } from './right-codes.ts'
import { ExperimentPlan, variantKeys } from './scripts.ts'

/** A case counts for the planned size once it has had so many days to pay, or has paid. */
export const followedDays = 30

/** What variants are compared by: the share of the money, the share of the cases that paid, contacts for each case that paid, cases with a complaint. */
export const comparedMeasures = ['money', 'settled', 'contacts', 'complaints'] as const
export type ComparedMeasure = (typeof comparedMeasures)[number]

const number = z.number()
const Estimate = z.nullable(z.object({ value: number, error: number }))
const Difference = z.nullable(
  z.object({
    ...{ by: number, from: number, until: number },
    verdict: z.enum(['tooEarly', 'tooFew', 'noDifference', 'likely', 'almostCertain']),
  }),
)
const measured = <Of extends z.ZodMiniType>(of: Of) => z.object({ money: of, settled: of, contacts: of, complaints: of })

/** What came of the cases of one variant, of one currency. `settled`: all that was open when they were divided is paid. */
const VariantFigures = z.object({
  ...{ variant: z.enum(variantKeys), name: z.string(), percent: number },
  ...{ cases: number, followed: number, owedCents: number, paidCents: number, paying: number, settled: number },
  ...{ contacts: number, complained: number },
  medianDaysToPay: z.nullable(number),
  estimates: measured(Estimate),
  /** How it differs from the first variant; null of the first itself, and where there is nothing to compare. */
  differences: z.nullable(measured(Difference)),
})
export type VariantFigures = z.infer<typeof VariantFigures>

export const Experiment = z.object({
  scriptID: Id,
  script: z.string(),
  step: z.string(),
  name: z.string(),
  /** It stands in the steps that are live. */
  live: z.boolean(),
  variants: z.array(z.object({ variant: z.enum(variantKeys), name: z.string(), percent: number })),
  plan: ExperimentPlan,
  /** How many cases each variant needs by that plan. */
  planned: number,
})
export type Experiment = z.infer<typeof Experiment>

const asked = {
  customerID: Id,
  scriptID: Id,
  step: z.string().check(z.minLength(1), z.maxLength(40)),
  /** The first and the last day on which cases were divided; the last 366 where they are left out. */
  from: z.optional(z.iso.date()),
  until: z.optional(z.iso.date()),
}
const access = { right: Right.reportScripts }

/** The report of what works: variants of a step that divides its cases. Demos are left out. */
export const worksReportApi = {
  experiments: endpoint({
    method: 'GET',
    path: '/reports/works/experiments',
    access,
    summary: 'The steps of a customer that divide cases over variants, also of earlier versions, those that are live first',
    query: z.object({ customerID: Id, scriptID: z.optional(Id) }),
    response: z.array(Experiment),
  }),
  figures: endpoint({
    method: 'GET',
    path: '/reports/works',
    access,
    budget: 'analysis',
    summary:
      'What came of each variant of an experiment, by currency, and how sure the differences with the first one are: money, cases that paid, contacts, complaints',
    query: z.object(asked),
    response: z.object({
      ...{ from: z.iso.date(), until: z.iso.date() },
      experiment: Experiment,
      currencies: z.array(z.object({ currency: z.string(), isReady: z.boolean(), variants: z.array(VariantFigures) })),
    }),
  }),
  file: endpoint({
    method: 'GET',
    path: '/reports/works/file',
    access: { right: Right.exportReports, also: [Right.reportScripts] },
    budget: 'export',
    audited: true,
    summary: 'What the report shows, as CSV: a line for each variant and currency. Formulas are neutralised',
    query: z.object({ ...asked, locale: Locale }),
    file: 'text/csv',
  }),
}
