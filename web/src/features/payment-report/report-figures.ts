import type { HeatCell } from '@regie/contract/payment-report.ts'
import { weekdays } from '../../locales/weekdays.ts'

/** One hour of a weekday; the money of each currency, the most first. */
export type HourCell = { weekday: number; hour: number; count: number; sums: { currency: string; cents: number }[] }

export const hoursOfDay = Array.from({ length: 24 }, (_, hour) => hour)

/** Each hour of each weekday, those without a payment too; the currencies of an hour together. */
export function hourTable(rows: readonly HeatCell[]): HourCell[][] {
  return weekdays.map((weekday) =>
    hoursOfDay.map((hour) => {
      const found = rows.filter((row) => row.weekday === weekday && row.hour === hour)
      const sums = found
        .map(({ currency, paidCents }) => ({ currency, cents: paidCents }))
        .toSorted((one, other) => other.cents - one.cents)
      return { weekday, hour, count: found.reduce((sum, { count }) => sum + count, 0), sums }
    }),
  )
}

/** The hour at which most people paid; null where nobody did. Of those with as many the first in the week. */
export function busiestHour(table: readonly (readonly HourCell[])[]): HourCell | null {
  const [busiest] = table.flat().toSorted((one, other) => other.count - one.count)
  return busiest !== undefined && busiest.count > 0 ? busiest : null
}

/** A part of a whole between 0 and 1; of nothing it is nothing. */
export function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole
}
