import { dropRate } from '@regie/contract/dialing.ts'
import { averageWait, type Mark, markOf, queueBounds, serviceLevel, worstOf } from '@regie/contract/service-level.ts'
import type { QueueBoard } from '@regie/contract/wallboard.ts'

export type WallFigures = {
  waiting: number
  longestSince: string | null
  level: number | null
  targetPercent: number
  limitPercent: number
  targetSeconds: number
  averageWait: number | null
  answered: number
  available: number
  loggedIn: number
  afterWork: number
}

const sumOf = (queues: readonly QueueBoard[], of: (queue: QueueBoard) => number) => queues.reduce((sum, queue) => sum + of(queue), 0)

/**
 * Several queues as one. Sums are sums of what was counted, never an average of averages; the targets are the strictest of theirs. Whoever answers
 * several queues is counted in each, so that of people the most is taken, not the sum.
 */
export function figuresOf(queues: readonly QueueBoard[]): WallFigures {
  const most = (of: (queue: QueueBoard) => number) => Math.max(0, ...queues.map(of))
  const counted = {
    answered: sumOf(queues, ({ answered }) => answered),
    inTime: sumOf(queues, ({ inTime }) => inTime),
    abandoned: sumOf(queues, ({ abandoned }) => abandoned),
    waitSeconds: sumOf(queues, ({ waitSeconds }) => waitSeconds),
  }
  const since = queues.flatMap(({ longestSince }) => longestSince ?? []).toSorted()
  return {
    ...{ waiting: sumOf(queues, ({ waiting }) => waiting), longestSince: since[0] ?? null },
    ...{ level: serviceLevel(counted), averageWait: averageWait(counted), answered: counted.answered },
    targetPercent: most(({ targetPercent }) => targetPercent),
    limitPercent: most(({ limitPercent }) => limitPercent),
    targetSeconds: queues.length === 0 ? 0 : Math.min(...queues.map(({ targetSeconds }) => targetSeconds)),
    ...{
      available: most(({ available }) => available),
      loggedIn: most(({ loggedIn }) => loggedIn),
      afterWork: most(({ afterWork }) => afterWork),
    },
  }
}

/** Nobody who is free is bad when somebody waits, and fair otherwise. */
export const availableMark = ({ available, waiting }: WallFigures): Mark => (available > 0 ? 'good' : waiting > 0 ? 'bad' : 'fair')

export const levelMarkOf = ({ level, targetPercent, limitPercent }: WallFigures): Mark | null =>
  level === null ? null : markOf(level * 100, { warn: targetPercent, limit: limitPercent, worse: 'below' })

/** Of the queue that does worst, by who waits longest in it. */
export const waitMarkOf = (queues: readonly QueueBoard[], now: number): Mark | null =>
  worstOf(
    queues.map((queue) =>
      queue.longestSince === null ? null : markOf((now - Date.parse(queue.longestSince)) / 1000, queueBounds('wait', queue)),
    ),
  )

/** Of the queue that does worst, by how many wait in it; and which bound it is past, null when there is none. */
export function crowdMarkOf(queues: readonly QueueBoard[]): { mark: Mark | null; bound: number | null } {
  const marks = queues.map((queue) => ({ queue, mark: markOf(queue.waiting, queueBounds('waiting', queue)) }))
  const worst = worstOf(marks.map(({ mark }) => mark))
  const queue = marks.find(({ mark }) => mark === worst)?.queue
  if (queue === undefined || worst === 'good') return { mark: worst, bound: null }
  return { mark: worst, bound: worst === 'bad' ? queue.waitingLimit : queue.waitingWarn }
}

/** The script that drops most of what it dials for these queues; null: none dials for them. */
export function worstDropOf(queues: readonly QueueBoard[]): { script: string; rate: number; answered: number } | null {
  const drops = queues
    .flatMap((queue) => queue.drops)
    .map(({ script, answered, dropped }) => ({ script, answered, rate: dropRate({ answered, dropped }) }))
  return drops.toSorted((a, b) => b.rate - a.rate)[0] ?? null
}
