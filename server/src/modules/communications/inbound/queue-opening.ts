import { isHoliday } from '@regie/contract/holidays.ts'
import type { OpeningHours } from '@regie/contract/time-windows.ts'
import { toLocalTime, weekdayOfDate } from '../../contact-permission/local-time.ts'
import { minuteOf } from '../../contact-permission/time-window.ts'

/** A day of the customer's own: off, an ordinary one, or with hours. */
export type OwnDay = { enabled: boolean; start: string | null; end: string | null }

/**
 * Is a queue open at this moment: within its hours of the weekday and, on a holiday, within those of that day (without hours it is closed). A queue without
 * hours is open whenever somebody is at work for it. The law says when we may call, not when people may call us.
 */
export function isQueueOpen(opening: readonly OpeningHours[], own: OwnDay | null, at: Date): boolean {
  if (opening.length === 0) return true
  const { date, minute } = toLocalTime(at)
  const isOff = own === null ? isHoliday(date) : own.enabled
  if (isOff && (own === null || own.start === null || own.end === null)) return false
  const isWithin = (start: string, end: string) => minuteOf(start) <= minute && minute <= minuteOf(end)
  if (isOff && own?.start && own.end && !isWithin(own.start, own.end)) return false
  const weekday = weekdayOfDate(date)
  return opening.some(({ weekdays, start, end }) => weekdays.includes(weekday) && isWithin(start, end))
}
