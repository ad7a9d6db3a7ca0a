import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id } from './paging.ts'
import { Right } from './right-codes.ts'

/** How a script dials where it puts through to a queue: one call for each agent who is free, or as many as will keep the agents busy. */
const pacedModes = ['progressive', 'predictive'] as const
export type PacedMode = (typeof pacedModes)[number]

/** `lines`: as many calls as the script has lines, whoever is free. */
export const dialingModes = ['lines', ...pacedModes] as const
export const DialingMode = z.enum(dialingModes)
export type DialingMode = z.infer<typeof DialingMode>

/** Our own limits of product.md §3.6: never more than 3 % of answered calls dropped; slower from 2.5 %, and after 3 % not faster until below 2 %. */
export const dropRules = { slower: 0.025, most: 0.03, fine: 0.02 }

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
