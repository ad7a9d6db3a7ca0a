import { averageWait, levelMark, type Mark, serviceLevel, waitMark } from '@regie/contract/service-level.ts'
import type { QueueBoard } from '@regie/contract/wallboard.ts'

export type WallFigures = {
  waiting: number
  longestSince: string | null
  level: number | null
  targetPercent: number
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

export const levelMarkOf = ({ level, targetPercent }: WallFigures): Mark | null => (level === null ? null : levelMark(level, targetPercent))

export const waitMarkOf = ({ longestSince, targetSeconds }: WallFigures, now: number): Mark =>
  longestSince === null ? 'good' : waitMark((now - Date.parse(longestSince)) / 1000, targetSeconds)
