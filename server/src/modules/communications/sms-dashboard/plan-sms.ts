/** What of a script is known at a moment, in steps of so many milliseconds; step 0 is the one under way. */
export type SmsQueue = {
  perHour: number
  /** Started in each step of the last hour, the step under way last: `stepsOfHour` + 1 numbers. */
  started: readonly number[]
  /** How many become due in a step; all that is due by now in step 0. */
  due: ReadonlyMap<number, number>
  /** May they leave in this step, by pause, hours and law? */
  isOpen(step: number): boolean
}

/** `planned`: by step of the next hour; `tail`: the step after which nobody waits, null within the horizon. */
export type SmsPlan = { planned: number[]; tail: number | null }

export const stepsOfHour = 12

/** How a queue empties: each step as many as wait and as the last hour leaves room for. The engine sends as soon as it may, and so does this. */
export function planSms({ perHour, started, due, isOpen }: SmsQueue, horizon: number): SmsPlan {
  const left = [...started]
  const planned: number[] = []
  const lastDue = Math.max(-1, ...due.keys())
  let waiting = 0
  let tail: number | null = null
  for (let step = 0; step < horizon; step++) {
    waiting += due.get(step) ?? 0
    if (step > 0) left.push(0)
    const ofHour = left.slice(-stepsOfHour).reduce((sum, count) => sum + count, 0)
    const room = Math.max(0, perHour - ofHour)
    const leaving = waiting > 0 && room > 0 && isOpen(step) ? Math.min(waiting, room) : 0
    left[left.length - 1] = (left.at(-1) ?? 0) + leaving
    waiting -= leaving
    if (step < stepsOfHour) planned.push(leaving)
    if (waiting === 0 && step >= lastDue) {
      if (lastDue >= 0) tail = step
      break
    }
  }
  while (planned.length < stepsOfHour) planned.push(0)
  return { planned, tail }
}
