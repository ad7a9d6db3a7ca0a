import { isHoliday } from '@regie/contract/holidays.ts'
import { addDays, fromLocalTime, toLocalTime, weekdayOfDate } from './local-time.ts'

/** Receipt of a complaint is confirmed in writing within two working days (Besluit kwaliteit incassodienstverlening, product.md §3.1). */
const daysToConfirm = 2
const dayEnds = 18 * 60

/** The moment before which a complaint of this instant must be confirmed: the end of the second working day after it. */
export function confirmComplaintBefore(at: Date): Date {
  let { date } = toLocalTime(at)
  for (let left = daysToConfirm; left > 0; ) {
    date = addDays(date, 1)
    if (isWorkingDay(date)) left--
  }
  return fromLocalTime(date, dayEnds)
}

/** Monday to Friday, and no holiday. */
function isWorkingDay(date: string): boolean {
  return weekdayOfDate(date) <= 5 && !isHoliday(date)
}
