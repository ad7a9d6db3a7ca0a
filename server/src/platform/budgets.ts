import { availableParallelism } from 'node:os'
import type { BudgetKind } from '@regie/contract/endpoint.ts'

export type Budget = {
  /** Connections to the database that requests of this kind have between them, in one process. */
  connections: number
  /** PostgreSQL ends a statement that takes longer. */
  statementMs: number
  /** Requests that are worked on at once, in one process. */
  atOnce: number
  /** Of those, one user's. */
  perUser: number
  /** One user's requests that wait for their turn; who asks for more is refused. */
  waitingPerUser: number
  waitMs: number
  /**
   * A user who has asked for `afterMs`, and more than `afterRequests` times, without a pause of `pauseMs` waits after each request for `share` of the
   * time that it took, and for `msMin` at least: a refusal takes no time.
   */
  rest?: { afterMs: number; afterRequests: number; pauseMs: number; share: number; msMin?: number }
}

// A question over many rows keeps a processor busy in PostgreSQL. One user takes one, and all together leave one for everybody's screens.
const analyses = Math.max(2, availableParallelism() - 1)

/**
 * What requests of each kind may take. An endpoint names its kind in the contract. Each kind has connections of its own, so that whoever uses up
 * one kind takes nothing from the others.
 */
export const budgets = {
  screen: { connections: 10, statementMs: 15_000, atOnce: 200, perUser: 8, waitingPerUser: 100, waitMs: 15_000 },
  analysis: {
    ...{ connections: analyses, statementMs: 10_000, atOnce: analyses, perUser: 1, waitingPerUser: 20, waitMs: 15_000 },
    // No person asks for a second without a pause; a program that does had half of the processors. A screen asks for a few at once, and one slow answer
    // is no asking: that person would wait for the rest of each, and be refused the last.
    rest: { afterMs: 1_000, afterRequests: 3, pauseMs: 50, share: 1.5 },
  },
  // Downloads are bounded by their slots (exportBudget). A connection is taken for as long as PostgreSQL needs, never for a client.
  export: {
    ...{ connections: 3, statementMs: 120_000, atOnce: 100, perUser: 3, waitingPerUser: 20, waitMs: 5_000 },
    // Who goes on asking after a refusal, and who fetches all of the hour's at once.
    rest: { afterMs: 0, afterRequests: 3, pauseMs: 1_000, share: 0, msMin: 1_000 },
  },
  upload: {
    ...{ connections: 3, statementMs: 15_000, atOnce: 20, perUser: 3, waitingPerUser: 20, waitMs: 15_000 },
    // Somebody adds five files to a message at once. A program that sends on and on, also what is refused, had half of the processors for its bytes alone;
    // while it waits its bytes stay with it.
    rest: { afterMs: 0, afterRequests: 5, pauseMs: 1_000, share: 0, msMin: 500 },
  },
  // A case asks one too, and somebody may open a few at once: the fourth waits for three of two seconds.
  simulation: { connections: 2, statementMs: 2_000, atOnce: 2, perUser: 1, waitingPerUser: 3, waitMs: 8_000 },
} as const satisfies Record<BudgetKind, Budget>

/** Visitors of the chats on customers' sites, who have connections of their own: of one address one at a time. */
export const visitorBudget = {
  connections: 3,
  statementMs: 5_000,
  atOnce: 3,
  perUser: 1,
  waitingPerUser: 20,
  waitMs: 8_000,
} as const satisfies Budget

/** Checking passwords: so many at once (each waits for a hash), of those one address's. An office that comes in at nine waits a few seconds in line. */
export const signInBudget = { atOnce: 8, perUser: 4, waitingPerUser: 100, waitMs: 15_000, perMinute: 300 } as const

/** An engine process: a claim of many rows, or the last step of a large import, takes longer than a screen may wait. */
export const engineBudget = { connections: 12, statementMs: 120_000 } as const

/** One user's files of many rows: how many at once and an hour (product.md 5.15), how large, and how long fetching one may take in all. */
export const exportBudget = {
  atOnce: 2,
  perHour: 10,
  rowsMax: 2_000_000,
  bytesMax: 1024 ** 3,
  totalMs: 600_000,
} as const
