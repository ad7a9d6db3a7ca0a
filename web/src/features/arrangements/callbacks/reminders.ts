import type { Callback } from '@regie/contract/arrangements.ts'

type Due = Pick<Callback, 'callbackID' | 'at'>

/** So long before a call-back its people are told of it. */
export const remindBeforeMs = 5 * 60_000
// Whoever comes back later than this sees it in the list; a reminder would come too late.
const stillNewsMs = 60_000

/** A call-back that is moved is told of again. */
export const reminderKey = ({ callbackID, at }: Due) => `${callbackID} ${at}`

/** Of which call-backs one should be told now. */
export function remindersDue<One extends Due>(callbacks: readonly One[], now: number, told: ReadonlySet<string>): One[] {
  return callbacks.filter((callback) => {
    const left = Date.parse(callback.at) - now
    return left <= remindBeforeMs && left > -stillNewsMs && !told.has(reminderKey(callback))
  })
}

/** When to look again: at the first reminder to come; null when there is none. */
export function nextReminderAt(callbacks: readonly Due[], now: number): number | null {
  const moments = callbacks.map(({ at }) => Date.parse(at) - remindBeforeMs).filter((moment) => moment > now)
  return moments.length === 0 ? null : Math.min(...moments)
}
