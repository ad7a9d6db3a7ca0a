import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id } from './paging.ts'
import { Right } from './right-codes.ts'

/**
 * Where the cases of a batch or script are, in the order in which the engine passes them by; each case stands in exactly one place,
 * so the counts sum to `total`. `contactable` is what the engine would take now.
 */
export const whyPlaces = [
  'closed',
  'casePaused',
  'batchPreparing',
  'batchClosed',
  'batchPaused',
  'scriptInactive',
  'notInTrial',
  'unreachable',
  'held',
  'inCall',
  'claimed',
  'sleeping',
  'waitingForNews',
  'finished',
  'outsideWindow',
  'lawForbids',
  'dialerOff',
  'linesFull',
  'noAgent',
  'contactable',
] as const
export const WhyPlace = z.enum(whyPlaces)
export type WhyPlace = z.infer<typeof WhyPlace>

/** What would end it: an action of staff, or only time. */
const whyFixes = [
  'reopenCases',
  'resumeCases',
  'resumeBatch',
  'reopenBatch',
  'activateScript',
  'editTimes',
  'switchDialer',
  'moreLines',
  'moreAgents',
  'raiseCap',
  'editFilters',
  'editFlow',
  'editProviders',
  'fixCases',
  'closeBatch',
  'wait',
] as const
export type WhyFix = (typeof whyFixes)[number]

export const WhyLine = z.object({
  place: WhyPlace,
  /** For `held` and `unreachable`: why (a refusal reason, text `cases.refusals`). */
  reason: z.nullable(z.string()),
  count: z.number(),
  /** The first moment at which one of them may move; null when time alone will not do. */
  nextAt: z.nullable(z.string()),
  fix: z.nullable(z.enum(whyFixes)),
})
export type WhyLine = z.infer<typeof WhyLine>

export const Why = z.object({
  total: z.number(),
  lines: z.array(WhyLine),
  /** A batch that works has nothing left to do: it can be closed. */
  isDone: z.boolean(),
  /** Lines of the script in use, and how many it has. */
  capacity: z.object({ busy: z.number(), max: z.number() }),
  at: z.string(),
})
export type Why = z.infer<typeof Why>

/** Picks the cases behind one line of the funnel, in a list of cases. */
export const whyQuery = { place: z.optional(WhyPlace), reason: z.optional(z.string().check(z.maxLength(40))) }

export const whyApi = {
  batch: endpoint({
    method: 'GET',
    path: '/batches/:batchID/why',
    access: { right: Right.viewBatches },
    budget: 'analysis',
    summary: 'Why nothing happens: where all cases of a batch are, by the very selection that the engine uses',
    params: z.object({ batchID: Id }),
    response: Why,
  }),
  script: endpoint({
    method: 'GET',
    path: '/scripts/:scriptID/why',
    access: { right: Right.viewScripts },
    budget: 'analysis',
    summary: 'The same over all batches of a script',
    params: z.object({ scriptID: Id }),
    response: Why,
  }),
  case: endpoint({
    method: 'GET',
    path: '/cases/:caseID/why',
    access: { right: Right.viewCases },
    summary: 'Why nothing happens with one case: its place and what ends it',
    params: z.object({ caseID: Id }),
    /** `by`: whose call, or whose result of a call, it waits for. */
    response: z.object({ line: WhyLine, by: z.nullable(z.string()), batchID: z.number(), scriptID: z.number() }),
  }),
}
