import { weekdaysText as textOf } from '@regie/contract/weekdays.ts'
import { dateFormat } from './format.ts'

/** Monday first. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const

// 2024-01-01 was a Monday.
const dayAt = (weekday: number) => new Date(Date.UTC(2024, 0, weekday, 12))

/** maandag. */
export const weekdayName = (weekday: number) => dateFormat('weekday', { weekday: 'long' }).format(dayAt(weekday))
/** ma. */
export const weekdayShort = (weekday: number) => dateFormat('weekday short', { weekday: 'short' }).format(dayAt(weekday))

/** ma–vr, or ma, wo, vr. */
export const weekdaysText = (weekdays: readonly number[]) => textOf(weekdays, weekdayShort)
