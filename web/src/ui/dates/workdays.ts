import { isHoliday } from '@regie/contract/holidays.ts'
import { daysAfter } from '../../locales/read-day.ts'

/** The day itself, or the first after it that is no weekend and no holiday: banks do not pay out on those. */
export const workdayFrom = (day: string): string => (isWorkday(day) ? day : workdayFrom(daysAfter(day, 1)))

/** The last working day of its month. */
export function lastWorkday(day: string): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return workdayUntil(new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10))
}

const workdayUntil = (day: string): string => (isWorkday(day) ? day : workdayUntil(daysAfter(day, -1)))

function isWorkday(day: string): boolean {
  const weekday = new Date(day).getUTCDay()
  return weekday !== 0 && weekday !== 6 && !isHoliday(day)
}
