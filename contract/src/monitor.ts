import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { LastAnswer } from './last-answer.ts'
import { Id } from './paging.ts'
import { Right } from './right-codes.ts'

/** Where the call of a case stands at this moment (spec §4). It is never its status; it ends as last answer and last result. */
export const liveStates = [
  'calling',
  'incall',
  'human',
  'voicemail',
  'script',
  'transferring',
  'transferred',
  'noanswer',
  'cooldown',
] as const
export const LiveState = z.enum(liveStates)
export type LiveState = z.infer<typeof LiveState>

/** What an exchange tells of a call while it lasts. */
export const liveCallStates = ['incall', 'human', 'voicemail', 'script', 'transferring', 'transferred'] as const
export type LiveCallState = (typeof liveCallStates)[number]

/** So many cases a monitor shows: those in a call first, then the latest. */
export const monitorRowsMax = 1000

/** A case as something happens to it now. */
export const MonitorRow = z.object({
  caseID: z.number(),
  caseNumber: z.string(),
  scriptID: z.number(),
  scriptName: z.string(),
  batchID: z.number(),
  batchName: z.string(),
  state: LiveState,
  since: z.string(),
  /** Until when it waits for its next attempt; null in every other state. */
  until: z.nullable(z.string()),
  /** Who of the staff talks with the person. */
  agent: z.nullable(z.string()),
  /** Masked for whoever may not see it. */
  number: z.nullable(z.string()),
  attempts: z.number(),
  lastAnswer: z.nullable(LastAnswer),
})
export type MonitorRow = z.infer<typeof MonitorRow>

/** News of the monitor: rows as they are now, and cases to which nothing happens any more. */
export type MonitorDelta = { rows: MonitorRow[]; gone: number[] }

export const monitorApi = {
  list: endpoint({
    method: 'GET',
    path: '/monitor',
    access: { right: Right.viewMonitor },
    summary: 'The cases of a customer to which something happens now, those in a call first',
    query: z.object({ customerID: Id }),
    response: z.object({ rows: z.array(MonitorRow), isCut: z.boolean() }),
  }),
}
