import * as z from 'zod/mini'
import { AgentStatus } from './agent-status.ts'
import { DropBounds } from './dialing.ts'
import { endpoint } from './endpoint.ts'
import { Id } from './paging.ts'
import { Right } from './right-codes.ts'

/** One of the people who wait. */
export const WaitingCall = z.object({
  callID: z.number(),
  queueID: z.number(),
  /** From 1, within its queue. */
  position: z.number(),
  /** Null: no case is known of whoever calls. */
  caseID: z.nullable(z.number()),
  caseNumber: z.nullable(z.string()),
  /** Masked for whoever may not see it. */
  caller: z.nullable(z.string()),
  since: z.string(),
  /** They called us. */
  isInbound: z.boolean(),
  priority: z.number(),
  /** In seconds; null: nobody is at work for it. */
  expectedWait: z.nullable(z.number()),
})
export type WaitingCall = z.infer<typeof WaitingCall>

/** A queue today. */
export const QueueBoard = z.object({
  queueID: z.number(),
  teamID: z.number(),
  name: z.string(),
  number: z.string(),
  targetSeconds: z.number(),
  targetPercent: z.number(),
  limitSeconds: z.number(),
  limitPercent: z.number(),
  waitingWarn: z.number(),
  waitingLimit: z.number(),
  waiting: z.number(),
  /** Since when the one who waits longest does. */
  longestSince: z.nullable(z.string()),
  answered: z.number(),
  inTime: z.number(),
  /** Without those who hung up at once. */
  abandoned: z.number(),
  waitSeconds: z.number(),
  available: z.number(),
  loggedIn: z.number(),
  afterWork: z.number(),
  /** Of the scripts that call for it by its agents, the last hour: answered calls, and those that were dropped. */
  drops: z.array(z.object({ scriptID: z.number(), script: z.string(), answered: z.number(), dropped: z.number() })),
})
export type QueueBoard = z.infer<typeof QueueBoard>

/** A row of the wall (spec §3): an agent who is logged in, the person they talk with, and for which queue. */
export const AgentBoard = z.object({
  userID: z.number(),
  agent: z.string(),
  status: AgentStatus,
  statusAt: z.string(),
  loginAt: z.string(),
  queueIDs: z.array(z.number()),
  /** Of the call that they are in. */
  queueID: z.nullable(z.number()),
  caller: z.nullable(z.string()),
  /** The call in which they talk, also one made by hand, and who listens to it; null for whoever may not listen. */
  talk: z.nullable(z.object({ callID: z.number(), listener: z.nullable(z.object({ userID: z.nullable(z.number()), name: z.string() })) })),
  /** Calls that they answered today; null for whoever may not see numbers of colleagues. */
  answered: z.nullable(z.number()),
})
export type AgentBoard = z.infer<typeof AgentBoard>

/** All that queue and wall show, made once for all who look, 700 ms after the first change. */
export const Wallboard = z.object({
  queues: z.array(QueueBoard),
  waiting: z.array(WaitingCall),
  agents: z.array(AgentBoard),
  /** Answered calls by quarter of an hour, of the last hour, by queue. */
  dropBounds: DropBounds,
  quarters: z.array(z.object({ queueID: z.number(), from: z.string(), answered: z.number() })),
})
export type Wallboard = z.infer<typeof Wallboard>

/** Queues on the wall take turns so often in full screen. */
export const turnSeconds = 15

export const wallboardApi = {
  get: endpoint({
    method: 'GET',
    path: '/wallboard',
    access: { right: [Right.viewWallboard, Right.viewQueue] },
    summary:
      'The queues of a customer today with their limits, who waits now, and how the agents stand. Numbers of single agents only with right 610',
    query: z.object({ customerID: Id }),
    response: Wallboard,
  }),
}
