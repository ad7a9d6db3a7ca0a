import * as z from 'zod/mini'
import { chatKeptDays } from './chat.ts'
import type { ComplianceProfileName } from './customers.ts'
import { endpoint } from './endpoint.ts'
import { deliveredDaysKept } from './file-deliveries.ts'
import { webhookDaysKept } from './outgoing-webhooks.ts'
import { Id, Version } from './paging.ts'
import { Right } from './right-codes.ts'
import { fileDaysKept } from './stored-files.ts'

/** What is kept about people, by how long. Their names and what they hold: `retention.classes.<class>`. */
export const retentionClasses = ['texts', 'cases', 'paidCases', 'bankLines', 'otherBankLines', 'evidencePacks'] as const
export const RetentionClass = z.enum(retentionClasses)
export type RetentionClass = z.infer<typeof RetentionClass>

/** Why a class may not go sooner: article 5.1 of the Bki asks for two years after closing, article 52 AWR for seven years of payments. */
const retentionLaws = ['bki', 'awr'] as const
export type RetentionLaw = (typeof retentionLaws)[number]

/** What becomes of rows past their period: they are removed, emptied of texts, or stay as figures of nobody. */
const retentionActs = ['remove', 'empty', 'anonymise'] as const

type ClassRule = {
  /** What stands there until somebody says otherwise. */
  usualMonths: number
  /** By law, where the law holds for every customer or for those of a profile. */
  minimum: { months: number; law: RetentionLaw; profile?: ComplianceProfileName } | null
  act: (typeof retentionActs)[number]
}

const wkiYears = { months: 24, law: 'bki', profile: 'incasso_wki' } as const
const fiscalYears = { months: 84, law: 'awr' } as const

/** The rules of each class, once for the server that keeps them and the screen that says them. */
export const retentionRules: Readonly<Record<RetentionClass, ClassRule>> = {
  texts: { usualMonths: 24, minimum: wkiYears, act: 'empty' },
  cases: { usualMonths: 24, minimum: wkiYears, act: 'anonymise' },
  paidCases: { usualMonths: 84, minimum: fiscalYears, act: 'anonymise' },
  bankLines: { usualMonths: 84, minimum: fiscalYears, act: 'anonymise' },
  otherBankLines: { usualMonths: 24, minimum: null, act: 'anonymise' },
  evidencePacks: { usualMonths: 84, minimum: wkiYears, act: 'remove' },
}

export const retentionMonthsMax = 240

/** The shortest period that the law lets a customer of this profile choose, and which law says so. */
export function shortestPeriod(name: RetentionClass, profile: ComplianceProfileName): { months: number; law: RetentionLaw | null } {
  const { minimum } = retentionRules[name]
  const holds = minimum !== null && (minimum.profile === undefined || minimum.profile === profile)
  return holds ? { months: minimum.months, law: minimum.law } : { months: 1, law: null }
}

/** Days after which the product takes something away at every customer. Their names: `retention.fixed.<name>`. */
export const fixedDays = {
  uploads: fileDaysKept.batch,
  reports: fileDaysKept.report,
  results: fileDaysKept.result,
  privacyFiles: 14,
  statementFiles: 30,
  unknownMessages: 90,
  notifications: 90,
  chat: chatKeptDays,
  webhookLog: webhookDaysKept,
  deliveryLog: deliveredDaysKept,
  systemMail: 30,
} as const

/** Why something stays for now; the last two are periods that have not ended. */
export const holdReasons = [
  'open',
  'complaint',
  'dispute',
  'plan',
  'debtHelp',
  'callback',
  'conversation',
  'paymentUnderWay',
  'request',
  'sending',
  'waiting',
  'bki',
  'awr',
] as const
export const HoldReason = z.enum(holdReasons)
export type HoldReason = z.infer<typeof HoldReason>

/** How many stay, by reason; a reason without any is left out. */
export const HeldCounts = z.partialRecord(HoldReason, z.number())
export type HeldCounts = z.infer<typeof HeldCounts>

const Months = z.number().check(z.int(), z.gte(1), z.lte(retentionMonthsMax))
export const RetentionPeriods = z.record(RetentionClass, Months)
export type RetentionPeriods = z.infer<typeof RetentionPeriods>

/** What one night did with a class. */
export const RetentionRun = z.object({
  class: RetentionClass,
  day: z.iso.date(),
  before: z.iso.datetime(),
  gone: z.number(),
  held: HeldCounts,
  /** Null: it was stopped on the way; the next night goes on. */
  finishedAt: z.nullable(z.iso.datetime()),
})
export type RetentionRun = z.infer<typeof RetentionRun>

export const Retention = z.object({
  customerID: z.number(),
  periods: RetentionPeriods,
  /** The shortest by law for this customer. */
  shortest: z.record(RetentionClass, z.object({ months: z.number(), law: z.nullable(z.enum(retentionLaws)) })),
  /** Null: nobody has saved them yet, and nothing goes. */
  changedAt: z.nullable(z.iso.datetime()),
  changedBy: z.nullable(z.string()),
  auditMonths: z.number(),
  /** The newest first. */
  runs: z.array(RetentionRun),
  version: z.number(),
})
export type Retention = z.infer<typeof Retention>

/** Of each class a forecast looks at so many of the oldest: of a million cases too it answers at once. */
export const forecastMax = 10_000

/** What would go if these periods were saved. */
export const RetentionForecast = z.array(
  z.object({
    class: RetentionClass,
    before: z.iso.datetime(),
    gone: z.number(),
    held: HeldCounts,
    /** More are old than it looks at: `gone` and `held` are those of the oldest. */
    isMore: z.boolean(),
    /** From when the oldest is that would go; null: none would. */
    oldest: z.nullable(z.iso.datetime()),
  }),
)
export type RetentionForecast = z.infer<typeof RetentionForecast>

const CustomerId = z.object({ customerID: Id })
const keepers = { right: Right.changeRetention }

export const retentionApi = {
  get: endpoint({
    method: 'GET',
    path: '/customers/:customerID/retention',
    access: keepers,
    summary: 'How long each class of data is kept, the shortest by law, and what the last nights took away',
    params: CustomerId,
    response: Retention,
  }),
  forecast: endpoint({
    method: 'POST',
    path: '/customers/:customerID/retention/forecast',
    access: keepers,
    asksOnly: true,
    budget: 'analysis',
    summary:
      'What would go with these periods, since when, and what would stay and why, of the 10,000 oldest of each class; nothing is saved',
    params: CustomerId,
    body: z.object({ periods: RetentionPeriods }),
    response: RetentionForecast,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/customers/:customerID/retention',
    access: keepers,
    summary: 'Save how long each class of data is kept; a period below the legal minimum is refused. From the next night on it holds',
    params: CustomerId,
    body: z.object({ periods: RetentionPeriods, version: Version }),
    savedAs: [{ entity: 'retention', param: 'customerID' }],
    response: Retention,
  }),
}
