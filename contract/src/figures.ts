import * as z from 'zod/mini'
import { CaseRow } from './cases.ts'
import { complaintParts } from './compliance-file.ts'
import { costPlaces } from './cost-report.ts'
import { endpoint } from './endpoint.ts'
import { failureCauseNames } from './failure-causes.ts'
import { IdList } from './id-list.ts'
import { messageOutcomes, reportedChannels } from './message-report.ts'
import { Id, pageOf, pageQuery } from './paging.ts'
import { variantKeys } from './scripts.ts'
import { Right } from './right-codes.ts'

// Apart from home.ts, which the browser has before anybody is signed in.
export const figureKinds = [
  'outstanding',
  'received',
  'promised',
  'cameIn',
  'broken',
  'failed',
  'atStep',
  'barred',
  'barredSoon',
  'debtHelpReached',
  'queueCalls',
  'messages',
  'variant',
  'costs',
  'closed',
  'stillOpen',
  'complaints',
] as const
/** Which calls of queues a figure is of: all, or those that were answered, answered later than they should be, or given up. */
export const callOutcomes = ['all', 'answered', 'late', 'abandoned'] as const
export type CallOutcome = (typeof callOutcomes)[number]
/** Which cases of a variant a figure is of. */
export const variantOutcomes = ['all', 'paying', 'settled', 'complained'] as const
export type VariantOutcome = (typeof variantOutcomes)[number]
/** Which cases of the report of costs a figure is of: those that were contacted, or those of which money came in. */
export const costParts = ['contacts', 'payments'] as const
export type CostPart = (typeof costParts)[number]
export const FigureKind = z.enum(figureKinds)
export type FigureKind = z.infer<typeof FigureKind>

export const figureApi = {
  cases: endpoint({
    method: 'GET',
    path: '/home/cases',
    access: { right: Right.viewCases },
    budget: 'analysis',
    summary:
      'The cases behind a figure of the first screen, newest first, those that are time-barred or soon are by that day; promised, received and came in may name days',
    query: z.object({
      customerID: Id,
      scriptID: z.optional(Id),
      figure: FigureKind,
      /** Of `atStep` and `variant`: the key of the step. */
      step: z.optional(z.string().check(z.maxLength(40))),
      /** Of `variant`: which one, and which of its cases; the days are those on which they were divided. */
      variant: z.optional(z.enum(variantKeys)),
      came: z.optional(z.enum(variantOutcomes)),
      /** Of `costs`: the channel, left out for all, and which of its cases. */
      place: z.optional(z.enum(costPlaces)),
      part: z.optional(z.enum(costParts)),
      /** Of `queueCalls`: the queues, as `[1,2]`, which of their calls, and the moments between which they came in; the moments hold for `messages` too. */
      queues: z.optional(IdList),
      outcome: z.optional(z.enum(callOutcomes)),
      /**
       * Of `messages`: the channel, which of its messages, of which template (0: none), and why they failed: a cause, or a code without one. `fromAt` and
       * `untilAt` are the moments between which they were made.
       */
      channel: z.optional(z.enum(reportedChannels)),
      counted: z.optional(z.enum(messageOutcomes)),
      templateID: z.optional(z.coerce.number().check(z.int(), z.gte(0))),
      cause: z.optional(z.enum(failureCauseNames)),
      code: z.optional(z.string().check(z.maxLength(60))),
      /** Of `closed`: their result, left out for any; the days are those on which they were closed, of `stillOpen` those on which they came in. */
      result: z.optional(z.string().check(z.maxLength(10))),
      /** Of `complaints`: which of those that came in on the days. */
      complaints: z.optional(z.enum(complaintParts)),
      fromAt: z.optional(z.iso.datetime()),
      untilAt: z.optional(z.iso.datetime()),
      from: z.optional(z.iso.date()),
      until: z.optional(z.iso.date()),
      ...pageQuery,
    }),
    response: pageOf(CaseRow),
  }),
}
