import type { LocalText } from '@regie/contract/locale.ts'
import type { HolidayDay, HolidayYear } from '@regie/contract/time-windows.ts'
import type * as z from 'zod/mini'
import type { ComplianceProfile } from '../contact-permission/compliance-profile.ts'
import { dutchHolidays } from '@regie/contract/holidays.ts'
import { toLocalTime } from '../contact-permission/local-time.ts'
import type { HolidayRule } from '../contact-permission/time-window.ts'
import { holidayNames } from './holiday-names.ts'

export type Day = z.infer<typeof HolidayDay>
/** What a customer or a script says of a day; a name only of a day of its own. */
export type HolidayChange = HolidayRule & { name: LocalText | null }

/** The holidays of a year before anybody changed them. Where the law allows work on them they are ordinary days. */
export function holidaysByRule(profile: ComplianceProfile, year: number): Day[] {
  const byLaw = !profile.holidays
  return dutchHolidays(year).map(({ date, key, source }) => ({
    date,
    name: holidayNames[key] ?? { nl: key, eng: key, fr: key },
    source,
    enabled: byLaw,
    byLaw,
    hours: null,
  }))
}

/** Days with what somebody said of them, own days among them. What the law closes stays closed. */
export function withChanges(days: readonly Day[], changes: readonly HolidayChange[]): Day[] {
  const changed = new Map(changes.map((change) => [change.date, change]))
  const known = days.map((day) => {
    const change = changed.get(day.date)
    return change && !day.byLaw ? { ...day, enabled: change.enabled, hours: change.hours } : day
  })
  const dates = new Set(days.map(({ date }) => date))
  const own = changes.flatMap(({ name, ...change }) =>
    name && !dates.has(change.date) ? [{ ...change, name, source: 'eigen' as const, byLaw: false }] : [],
  )
  return [...known, ...own].toSorted((a, b) => a.date.localeCompare(b.date))
}

/** From November of the year before, until somebody has looked at the list or the year is over. */
export function askToConfirm(year: number, confirmed: HolidayYear['confirmed'], now: Date): boolean {
  const today = toLocalTime(now).date
  return confirmed === null && today >= `${year - 1}-11-01` && today <= `${year}-12-31`
}
