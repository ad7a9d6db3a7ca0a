import { addDays, toLocalTime } from '../contact-permission/local-time.ts'

/** Whose figures, and of which script: null for all. */
export type HomeScope = { customerId: number; scriptId: number | null }

/** SQL: the batches of the scope, $1 and $2, without those of demos. */
export const batchesOfScope = `
  select id
  from batches
  where customer_id = $1 and not is_demo and ($2::bigint is null or script_id = $2)`

const monthDays = 30
// So long before a case is time-barred it stands on the first screen, which leaves time for a letter.
const barredDays = 90

/** The days that home compares: today, such weekdays before, and the two months of which every case has had its 30 days. */
export function homeDays(now: Date) {
  const today = toLocalTime(now).date
  const month = (back: number) => ({ from: addDays(today, -(back + 1) * monthDays), until: addDays(today, -back * monthDays - 1) })
  return {
    today,
    yesterday: addDays(today, -1),
    suchWeekdays: Array.from({ length: 8 }, (_, n) => addDays(today, -7 * (n + 1))),
    soon: month(1),
    soonBefore: month(2),
    barredSoon: { from: addDays(today, 1), until: addDays(today, barredDays) },
  }
}
