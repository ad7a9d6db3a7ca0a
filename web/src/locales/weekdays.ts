import { dateFormat } from './format.ts'

// 2024-01-01 was a Monday.
const dayAt = (weekday: number) => new Date(Date.UTC(2024, 0, weekday, 12))

/** maandag. */
export const weekdayName = (weekday: number) => dateFormat('weekday', { weekday: 'long' }).format(dayAt(weekday))
/** ma. */
export const weekdayShort = (weekday: number) => dateFormat('weekday short', { weekday: 'short' }).format(dayAt(weekday))

/** ma–vr, or ma, wo, vr. */
export function weekdaysText(weekdays: readonly number[]): string {
  const days = weekdays.toSorted((a, b) => a - b)
  const [first = 0] = days
  const isRow = days.length > 2 && days.every((weekday, at) => weekday === first + at)
  return isRow ? `${weekdayShort(first)}–${weekdayShort(days.at(-1) ?? first)}` : days.map(weekdayShort).join(', ')
}
