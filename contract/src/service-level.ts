/** Who hangs up within so many seconds was not kept waiting (product.md §3.8). */
export const shortAbandonSeconds = 5

/** How a queue did in a period. `abandoned` without those who hung up at once. */
export type QueueFigures = { answered: number; inTime: number; abandoned: number; waitSeconds: number; talkSeconds: number }

/** Answered in time, of all that were answered or gave up; null: nobody came. */
export function serviceLevel({ answered, inTime, abandoned }: Pick<QueueFigures, 'answered' | 'inTime' | 'abandoned'>): number | null {
  const came = answered + abandoned
  return came === 0 ? null : inTime / came
}

/** How long those who were answered had waited; null: nobody was. */
export function averageWait({ answered, waitSeconds }: Pick<QueueFigures, 'answered' | 'waitSeconds'>): number | null {
  return answered === 0 ? null : waitSeconds / answered
}

/** What a call is taken to last before there is one to measure. */
const usualTalkSeconds = 120

/**
 * How long somebody at this place in the queue will wait: so many calls go before theirs, shared by those who are at work, each as long as calls last.
 * Null: nobody is at work.
 */
export function expectedWait(position: number, atWork: number, { answered, talkSeconds }: Pick<QueueFigures, 'answered' | 'talkSeconds'>) {
  if (atWork === 0) return null
  const talk = answered === 0 ? usualTalkSeconds : talkSeconds / answered
  return Math.round((position * talk) / atWork)
}

export type Mark = 'good' | 'fair' | 'bad'

/** From where a figure is watched (`warn`) and from where it is over (`limit`), and on which side of them it is worse. */
export type Bounds = { warn: number; limit: number; worse: 'above' | 'below' }

// Shares are made percents: 0.029 × 100 is not 2.9.
const rounded = (value: number) => Math.round(value * 1e6) / 1e6

/** How a figure stands: as it should, past the warning, or past the limit. Walls, gauges and mails all ask here. */
export function markOf(value: number, { warn, limit, worse }: Bounds): Mark {
  const isPast = (bound: number) => (worse === 'above' ? rounded(value) > bound : rounded(value) < bound)
  return isPast(limit) ? 'bad' : isPast(warn) ? 'fair' : 'good'
}

const badness: Record<Mark, number> = { good: 0, fair: 1, bad: 2 }

/** The worst of some marks; null: there are none. */
export const worstOf = (marks: readonly (Mark | null)[]): Mark | null =>
  marks.reduce<Mark | null>((worst, mark) => (mark !== null && (worst === null || badness[mark] > badness[worst]) ? mark : worst), null)

/** What a queue is held to: its target is where the warning begins. */
export type QueueLimits = {
  targetSeconds: number
  targetPercent: number
  limitSeconds: number
  limitPercent: number
  waitingWarn: number
  waitingLimit: number
}
/** Figures of a queue that are watched: the longest wait in seconds, the service level in percent, and how many wait. */
export const queueFigures = ['wait', 'level', 'waiting'] as const
export type QueueFigure = (typeof queueFigures)[number]

/** The bounds of a figure of a queue. */
export function queueBounds(figure: QueueFigure, queue: QueueLimits): Bounds {
  if (figure === 'wait') return { warn: queue.targetSeconds, limit: queue.limitSeconds, worse: 'above' }
  if (figure === 'level') return { warn: queue.targetPercent, limit: queue.limitPercent, worse: 'below' }
  return { warn: queue.waitingWarn, limit: queue.waitingLimit, worse: 'above' }
}

/** What a new queue has; a limit where nobody has chosen one. */
export const usualLimits: QueueLimits & { alertMinutes: number } = {
  ...{ targetSeconds: 20, targetPercent: 80, limitSeconds: 60, limitPercent: 70 },
  ...{ waitingWarn: 5, waitingLimit: 10, alertMinutes: 5 },
}
