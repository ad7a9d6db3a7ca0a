import * as z from 'zod/mini'
import type { AgentMetrics, AgentTimes, CallCounts, CallMetrics } from './call-metrics.ts'
import { endpoint } from './endpoint.ts'
import { Granularity } from './granularity.ts'
import { IdList } from './id-list.ts'
import { Locale } from './locale.ts'
import { Id } from './paging.ts'
import { Right } from './right-codes.ts'

/** What a file of the report lists: the same as its tabs. */
export const callViews = ['performance', 'agents', 'queues', 'teams'] as const
export type CallView = (typeof callViews)[number]

const number = z.number()
const none = z.nullable(number)

const counts = {
  ...{ offered: number, inbound: number, answered: number, inTime: number, abandoned: number, shortAbandoned: number, handled: number },
  ...{ waitSeconds: number, longestWait: number, talkSeconds: number, holdSeconds: number, held: number },
  ...{ afterSeconds: number, missed: number },
} satisfies Record<keyof CallCounts, typeof number>
const metrics = {
  ...{ serviceLevel: none, averageWait: none, abandonedShare: none, dropShare: none, att: none, acw: none, aht: none },
  ...{ hold: none, holdOfHeld: none, missedShare: none },
} satisfies Record<keyof CallMetrics, typeof none>
const times = {
  ...{ available: number, calling: number, afterCall: number, pause: number, dnd: number, away: number },
} satisfies Record<keyof AgentTimes, typeof number>
const agentMetrics = { cpu: none, occupancy: none, availability: none, loggedInSeconds: number } satisfies Record<
  keyof AgentMetrics,
  typeof none | typeof number
>

const CallFigures = z.object({ ...counts, ...metrics })
export type CallFigures = z.infer<typeof CallFigures>
const CallBucket = z.object({ bucket: z.string(), ...counts, ...metrics })
export type CallBucket = z.infer<typeof CallBucket>

const QueueFigures = z.object({
  ...{ queueID: number, name: z.string(), number: z.string(), teamID: number, team: z.string() },
  ...{ targetSeconds: number, targetPercent: number, limitSeconds: number },
  ...counts,
  ...metrics,
})
export type QueueCallFigures = z.infer<typeof QueueFigures>

const AgentFigures = z.object({
  handled: number,
  ...{ att: none, hold: none, holdOfHeld: none, acw: none, aht: none, missedShare: none },
  ...{ talkSeconds: number, holdSeconds: number, afterSeconds: number, missed: number, times: z.object(times) },
  ...agentMetrics,
})
export type AgentFigures = z.infer<typeof AgentFigures>
/** `userID` is null for colleagues whose account was deleted, all of them together. */
const AgentRow = z.object({ userID: z.nullable(number), name: z.nullable(z.string()), ...AgentFigures.shape })
export type AgentFiguresRow = z.infer<typeof AgentRow>

const asked = {
  customerID: Id,
  /** Lists of ids, as `[1,2]`; of what is left out all count. */
  teams: z.optional(IdList),
  queues: z.optional(IdList),
  /** The first and the last day, both within it; the last seven where they are left out. */
  from: z.optional(z.iso.date()),
  to: z.optional(z.iso.date()),
}
const days = { from: z.iso.date(), to: z.iso.date() }
const access = { right: Right.reportCalls }

/** The report of the calls that came into queues (spec §7, reports/calls); its teams and queues to choose from are `teamApi.choice` and `queueApi.choice`. */
export const callReportApi = {
  buckets: endpoint({
    method: 'GET',
    path: '/reports/calls',
    access,
    budget: 'analysis',
    summary: 'Calls by quarter of an hour, hour, day, week or month, Dutch time, with the figures of each and of all; empty ones too',
    query: z.object({ ...asked, granularity: z.optional(Granularity) }),
    response: z.object({ ...days, granularity: Granularity, rows: z.array(CallBucket), total: CallFigures }),
  }),
  performance: endpoint({
    method: 'GET',
    path: '/reports/calls/performance',
    access,
    budget: 'analysis',
    summary:
      'Service level, waits, abandoned calls and drop rate beside their goals, in all and by queue, with those of as many days before',
    query: z.object(asked),
    response: z.object({
      ...days,
      total: CallFigures,
      before: z.object({ ...days, ...CallFigures.shape }),
      /** The strictest of the queues; null: there is no queue. */
      goals: z.nullable(
        z.object({
          ...{ serviceLevelPercent: number, averageWaitSeconds: number, longestWaitSeconds: number },
          ...{ abandonedPercent: number, dropPercent: number },
        }),
      ),
      queues: z.array(z.object({ ...QueueFigures.shape, before: CallFigures })),
    }),
  }),
  agents: endpoint({
    method: 'GET',
    path: '/reports/calls/agents',
    access,
    budget: 'analysis',
    audited: true,
    summary:
      'Handling times, calls an hour, occupancy and availability of agents in all, and of each of them with right 610. Times of agents are those of all their queues',
    query: z.object(asked),
    response: z.object({ ...days, seesAgents: z.boolean(), total: AgentFigures, rows: z.array(AgentRow) }),
  }),
  file: endpoint({
    method: 'GET',
    path: '/reports/calls/file',
    access: { right: Right.exportReports, also: [Right.reportCalls] },
    budget: 'export',
    audited: true,
    summary: 'What the report shows, as CSV: by bucket, agent, queue or team. Formulas are neutralised',
    query: z.object({ ...asked, granularity: z.optional(Granularity), view: z.enum(callViews), locale: Locale }),
    file: 'text/csv',
  }),
}
