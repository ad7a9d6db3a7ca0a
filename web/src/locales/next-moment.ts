import { intlLocale } from '@regie/contract/locale.ts'
import { currentLanguage } from './locale-store.ts'

const timeZone = 'Europe/Amsterdam'
const week = 6 * 24 * 3_600_000

/** A moment to come as staff say it: "14:05" today, "ma 07:00" this week, "24 nov 07:00" later. */
export function formatNextMoment(at: string, now = new Date()): string {
  const moment = new Date(at)
  const locale = intlLocale[currentLanguage().locale]
  const time: Intl.DateTimeFormatOptions = { timeZone, hour: '2-digit', minute: '2-digit' }
  if (dayOf(moment) === dayOf(now)) return new Intl.DateTimeFormat(locale, time).format(moment)
  if (moment.getTime() - now.getTime() < week && moment > now)
    return new Intl.DateTimeFormat(locale, { ...time, weekday: 'short' }).format(moment)
  const isThisYear = dayOf(moment).slice(0, 4) === dayOf(now).slice(0, 4)
  return new Intl.DateTimeFormat(locale, { ...time, day: 'numeric', month: 'short', ...(isThisYear ? {} : { year: 'numeric' }) }).format(
    moment,
  )
}

function dayOf(date: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone }).format(date)
}
