import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id } from './paging.ts'
import { Right } from './right-codes.ts'
import { type Mark, markOf } from './service-level.ts'

/** How a script dials where it puts through to a queue: one call for each agent who is free, or as many as will keep the agents busy. */
const pacedModes = ['progressive', 'predictive'] as const
export type PacedMode = (typeof pacedModes)[number]

/** `lines`: as many calls as the script has lines, whoever is free. */
export const dialingModes = ['lines', ...pacedModes] as const
export const DialingMode = z.enum(dialingModes)
export type DialingMode = z.infer<typeof DialingMode>

/** Of a hundred answered calls so many may be dropped: from `warnPercent` a script dials slower, from `limitPercent` one call for each free agent. */
const Percent = z.number().check(z.gte(0.1), z.lte(3), z.multipleOf(0.1))
export const DropBounds = z.object({ warnPercent: Percent, limitPercent: Percent })
export type DropBounds = z.infer<typeof DropBounds>
/** Our own limits of product.md §3.6, which a customer may make stricter: no Dutch law names a number. */
export const usualDropBounds: DropBounds = { warnPercent: 2.5, limitPercent: 3 }

/** The same as shares; what was held back is fine again at four fifths of the warning. */
export const dropRulesOf = ({ warnPercent, limitPercent }: DropBounds) => ({
  ...{ slower: warnPercent / 100, most: limitPercent / 100, fine: (warnPercent * 0.8) / 100 },
})
export type DropRules = ReturnType<typeof dropRulesOf>
export const dropRules = dropRulesOf(usualDropBounds)

/** How a drop rate (0–1) stands. */
export const dropMark = (rate: number, { warnPercent, limitPercent }: DropBounds): Mark =>
  markOf(rate * 100, { warn: warnPercent, limit: limitPercent, worse: 'above' })

/** Of answered calls, the share (0–1) of those who wanted an agent and hung up, or were refused, before one came. */
export const dropRate = ({ answered, dropped }: { answered: number; dropped: number }): number =>
  dropped === 0 ? 0 : dropped / Math.max(answered, dropped)

export const Dialing = z.object({
  mode: DialingMode,
  /** Where callers of this script are put through to; without one it dials by its lines. */
  queue: z.nullable(z.string()),
  /** Signed in for that queue. */
  agents: z.object({ free: z.number(), busy: z.number() }),
  waiting: z.number(),
  /** Calls under way of which it is not known yet whether an agent is wanted. */
  dialling: z.number(),
  /** How many more may begin now, within the lines. */
  mayBegin: z.number(),
  factor: z.number(),
  /** Too many were dropped: one call for each free agent until it is better. */
  heldBack: z.boolean(),
  /** Calls of the last hour: ended, answered by a person, put or to be put through, dropped before an agent came. */
  hour: z.object({ calls: z.number(), answered: z.number(), wanted: z.number(), dropped: z.number() }),
  /** Dropped of answered, 0–1. */
  dropRate: z.number(),
  bounds: DropBounds,
})
export type Dialing = z.infer<typeof Dialing>

export const dialingApi = {
  find: endpoint({
    method: 'GET',
    path: '/scripts/:scriptID/dialing',
    access: { right: Right.viewScripts },
    summary: 'How a script dials now: its pace, its agents and how many calls of the last hour were dropped',
    params: z.object({ scriptID: Id }),
    response: Dialing,
  }),
}
