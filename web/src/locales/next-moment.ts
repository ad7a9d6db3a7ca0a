import { dateFormat, dayOf } from './format.ts'

const week = 6 * 24 * 3_600_000
const time: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' }

/** A moment to come as staff say it: "14:05" today, "ma 07:00" this week, "24 nov 07:00" later. */
export function formatNextMoment(at: string, now = new Date()): string {
  const moment = new Date(at)
  if (dayOf(moment) === dayOf(now)) return dateFormat('next time', time).format(moment)
  if (moment.getTime() - now.getTime() < week && moment > now)
    return dateFormat('next weekday', { ...time, weekday: 'short' }).format(moment)
  const day: Intl.DateTimeFormatOptions = { ...time, day: 'numeric', month: 'short' }
  const isThisYear = dayOf(moment).slice(0, 4) === dayOf(now).slice(0, 4)
  return (isThisYear ? dateFormat('next day', day) : dateFormat('next year', { ...day, year: 'numeric' })).format(moment)
}

/** A moment to come; of a day without an hour, which is its first minute, the day alone. */
export function formatNextDayOrMoment(at: string, now = new Date()): string {
  const moment = new Date(at)
  const isDayAlone = dayOf(new Date(moment.getTime() - 1)) !== dayOf(moment)
  return isDayAlone
    ? dateFormat('next day alone', { weekday: 'short', day: 'numeric', month: 'short' }).format(moment)
    : formatNextMoment(at, now)
}
