import { averageWait, serviceLevel } from './service-level.ts'

/** Shorter than this nobody was spoken to (product.md §3.8). */
export const handledFromSeconds = 1

/** Of a hundred people who come into a queue so many at most may leave it without an agent (product.md §3.6). */
const abandonedGoalPercent = 3

/**
 * What was counted of calls of queues, by the moment at which they came in. `abandoned` are those who gave up, `shortAbandoned` those who hung up at once;
 * `handled` are over and had an agent for a second or longer, and of these alone are `talkSeconds` (without hold), `holdSeconds`, `held` (those with hold) and
 * `afterSeconds`. `missed` are calls that were put through to an agent whose phone rang out.
 */
export type CallCounts = {
  offered: number
  /** Of those: people who called us. */
  inbound: number
  answered: number
  inTime: number
  abandoned: number
  shortAbandoned: number
  handled: number
  waitSeconds: number
  /** Of whoever was answered or gave up. */
  longestWait: number
  talkSeconds: number
  holdSeconds: number
  held: number
  afterSeconds: number
  missed: number
}

/** How long agents stood in each way while they were logged in, in seconds. */
export type AgentTimes = { available: number; calling: number; afterCall: number; pause: number; dnd: number; away: number }

export const noCalls: CallCounts = {
  ...{ offered: 0, inbound: 0, answered: 0, inTime: 0, abandoned: 0, shortAbandoned: 0, handled: 0 },
  ...{ waitSeconds: 0, longestWait: 0, talkSeconds: 0, holdSeconds: 0, held: 0, afterSeconds: 0, missed: 0 },
}
export const noTimes: AgentTimes = { available: 0, calling: 0, afterCall: 0, pause: 0, dnd: 0, away: 0 }

/** Several as one: what was counted is added, never an average of averages. */
export function sumOfCalls(all: readonly CallCounts[]): CallCounts {
  const sum = (of: (one: CallCounts) => number) => all.reduce((total, one) => total + of(one), 0)
  return {
    offered: sum(({ offered }) => offered),
    inbound: sum(({ inbound }) => inbound),
    answered: sum(({ answered }) => answered),
    inTime: sum(({ inTime }) => inTime),
    abandoned: sum(({ abandoned }) => abandoned),
    shortAbandoned: sum(({ shortAbandoned }) => shortAbandoned),
    handled: sum(({ handled }) => handled),
    waitSeconds: sum(({ waitSeconds }) => waitSeconds),
    longestWait: Math.max(0, ...all.map(({ longestWait }) => longestWait)),
    talkSeconds: sum(({ talkSeconds }) => talkSeconds),
    holdSeconds: sum(({ holdSeconds }) => holdSeconds),
    held: sum(({ held }) => held),
    afterSeconds: sum(({ afterSeconds }) => afterSeconds),
    missed: sum(({ missed }) => missed),
  }
}

export function sumOfTimes(all: readonly AgentTimes[]): AgentTimes {
  const sum = (of: (one: AgentTimes) => number) => all.reduce((total, one) => total + of(one), 0)
  return {
    available: sum(({ available }) => available),
    calling: sum(({ calling }) => calling),
    afterCall: sum(({ afterCall }) => afterCall),
    pause: sum(({ pause }) => pause),
    dnd: sum(({ dnd }) => dnd),
    away: sum(({ away }) => away),
  }
}

const part = (some: number, all: number) => (all === 0 ? null : some / all)

/** The figures of product.md §3.8; null where nothing was counted that they divide by. */
export type CallMetrics = {
  serviceLevel: number | null
  averageWait: number | null
  abandonedShare: number | null
  dropShare: number | null
  att: number | null
  /** Of all handled calls, and of those with hold. */
  hold: number | null
  holdOfHeld: number | null
  acw: number | null
  aht: number | null
  /** RONA: of what was put through to an agent. */
  missedShare: number | null
}

export function metricsOf(counts: CallCounts): CallMetrics {
  const { answered, abandoned, shortAbandoned, offered, handled, talkSeconds, holdSeconds, held, afterSeconds, missed } = counts
  return {
    serviceLevel: serviceLevel(counts),
    averageWait: averageWait(counts),
    abandonedShare: part(abandoned, answered + abandoned),
    dropShare: part(abandoned + shortAbandoned, offered),
    att: part(talkSeconds, handled),
    hold: part(holdSeconds, handled),
    holdOfHeld: part(holdSeconds, held),
    acw: part(afterSeconds, handled),
    aht: part(talkSeconds + holdSeconds + afterSeconds, handled),
    missedShare: part(missed, answered + missed),
  }
}

/** The figures of product.md §3.8 that ask how long agents were there. */
export type AgentMetrics = { cpu: number | null; occupancy: number | null; availability: number | null; loggedInSeconds: number }

export function agentMetricsOf(handled: number, { available, calling, afterCall, pause, dnd, away }: AgentTimes): AgentMetrics {
  const busy = calling + afterCall
  const loggedInSeconds = available + busy + pause + dnd + away
  return {
    cpu: part(handled, (available + busy) / 3600),
    occupancy: part(busy, busy + available),
    availability: part(available + busy, loggedInSeconds),
    loggedInSeconds,
  }
}

/** The goals of queues that are taken together: the strictest of theirs. */
export function goalsOf(queues: readonly { targetSeconds: number; targetPercent: number; limitSeconds: number }[]) {
  if (queues.length === 0) return null
  const targetSeconds = Math.min(...queues.map((queue) => queue.targetSeconds))
  return {
    serviceLevelPercent: Math.max(...queues.map((queue) => queue.targetPercent)),
    averageWaitSeconds: targetSeconds,
    longestWaitSeconds: Math.min(...queues.map((queue) => queue.limitSeconds)),
    abandonedPercent: abandonedGoalPercent,
    dropPercent: abandonedGoalPercent,
  }
}
