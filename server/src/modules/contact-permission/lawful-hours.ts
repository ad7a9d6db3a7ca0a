import type { ComplianceProfile, LawfulHours } from './compliance-profile.ts'
import { isHoliday } from '@regie/contract/holidays.ts'
import { weekdayOfDate } from './local-time.ts'

export type LawRefusal = 'lawHours' | 'lawSunday' | 'lawHoliday'

const eves = ['05-04', '12-05', '12-24']
const saturday = 6

/** The hours that the law leaves on a date, or why it leaves none. */
export function lawfulHours(profile: ComplianceProfile, date: string): LawfulHours | Exclude<LawRefusal, 'lawHours'> {
  const weekday = weekdayOfDate(date)
  if (!profile.weekdays.includes(weekday)) return 'lawSunday'
  if (!profile.holidays && isHoliday(date)) return 'lawHoliday'
  const hours = (weekday === saturday && profile.saturday) || profile
  const isEve = profile.eveLatest !== null && eves.includes(date.slice(5))
  return { earliest: hours.earliest, latest: isEve ? Math.min(hours.latest, profile.eveLatest ?? hours.latest) : hours.latest }
}
