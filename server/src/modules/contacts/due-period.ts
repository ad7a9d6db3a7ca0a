import type { SubscriptionFrequency } from '@regie/contract/contacts.ts'
import { addDays, fromLocalTime, toLocalTime, weekdayOfDate } from '../contact-permission/local-time.ts'

/** What is mailed next: all from where the last mail ended until `until`, at `at`. */
type Period = { from: Date; until: Date; at: Date }
type Mailed = { frequency: SubscriptionFrequency; sendMinute: number; mailedUntil: Date }

const minuteMs = 60_000
// What comes within these minutes is one mail.
const directMinutes = 5
// What was written a moment ago may not be seen by others yet.
const settleMinutes = 2
// Who was not mailed for longer, as after a long stop, does not get all of it at once.
const daysBehindMax = { direct: 1, daily: 7, weekly: 28, monthly: 93 }

const dayStart = (date: string) => fromLocalTime(date, 0)

/** The day on which the day, week (from Monday) or month of a day begins. */
function firstDay(frequency: Exclude<SubscriptionFrequency, 'direct'>, date: string): string {
  if (frequency === 'daily') return date
  return frequency === 'weekly' ? addDays(date, 1 - weekdayOfDate(date)) : `${date.slice(0, 8)}01`
}

/** Where the first mail of a subscription begins that somebody takes at this moment: at the day, week or month that runs. */
export function beginOfPeriod(frequency: SubscriptionFrequency, now: Date): Date {
  return frequency === 'direct' ? now : dayStart(firstDay(frequency, toLocalTime(now).date))
}

/**
 * Of which period a subscription is mailed next, and when. Amsterdam time: a day with a change of the clock is a day. After a long stop it begins later
 * than it ended, so that nobody gets a month of days at once.
 */
export function nextPeriod({ frequency, sendMinute, mailedUntil }: Mailed, now: Date): Period {
  const earliest = beginOfPeriod(frequency, new Date(now.getTime() - daysBehindMax[frequency] * 24 * 60 * minuteMs))
  const from = mailedUntil < earliest ? earliest : mailedUntil
  if (frequency === 'direct') {
    const at = new Date(from.getTime() + (directMinutes + settleMinutes) * minuteMs)
    return { from, until: new Date(Math.max(now.getTime(), at.getTime()) - settleMinutes * minuteMs), at }
  }
  // A day or more after its beginning, also where a month has 31 days and a day 25 hours.
  const inNext = addDays(firstDay(frequency, toLocalTime(from).date), { daily: 1, weekly: 7, monthly: 31 }[frequency])
  const until = firstDay(frequency, inNext)
  return { from, until: dayStart(until), at: fromLocalTime(until, sendMinute) }
}
