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

/** Against a target: reached, within a tenth of it, or missed. */
export function levelMark(level: number, targetPercent: number): Mark {
  const percent = level * 100
  if (percent >= targetPercent) return 'good'
  return percent >= targetPercent - 10 ? 'fair' : 'bad'
}

/** How long somebody waits, against what is in time: within it, within three times it, or longer. */
export function waitMark(seconds: number, targetSeconds: number): Mark {
  if (seconds <= targetSeconds) return 'good'
  return seconds <= 3 * targetSeconds ? 'fair' : 'bad'
}
