import type { Channel } from '@regie/contract/channels.ts'
import { dateFormat } from '../../locales/format.ts'
import type { IconName } from '../../ui/icon.tsx'
import { untilOf } from './quarters.ts'

export const channelIcons = { call: 'phone', email: 'mail', sms: 'sms', whatsapp: 'whatsapp' } as const satisfies Record<Channel, IconName>

// 2024-01-01 was a Monday.
const dayAt = (weekday: number) => new Date(Date.UTC(2024, 0, weekday, 12))

/** maandag. */
export const weekdayName = (weekday: number) => dateFormat('weekday', { weekday: 'long' }).format(dayAt(weekday))
/** ma. */
export const weekdayShort = (weekday: number) => dateFormat('weekday short', { weekday: 'short' }).format(dayAt(weekday))
/** vrijdag 24 december 2027. */
export const dateName = (date: string) =>
  dateFormat('date long', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }).format(new Date(`${date}T12:00:00Z`))
/** december 2027. */
export const monthName = (month: string) =>
  dateFormat('month', { month: 'long', year: 'numeric' }).format(new Date(`${month}-01T12:00:00Z`))

/** ma–vr, or ma, wo, vr. */
export function weekdaysText(weekdays: readonly number[]): string {
  const days = weekdays.toSorted((a, b) => a - b)
  const [first = 0] = days
  const isRow = days.length > 2 && days.every((weekday, at) => weekday === first + at)
  return isRow ? `${weekdayShort(first)}–${weekdayShort(days.at(-1) ?? first)}` : days.map(weekdayShort).join(', ')
}

/** 09:00–17:00: until where the last minute inside is 16:59. */
export function hoursText({ start, end }: { start: string; end: string }): string {
  return `${start}–${untilOf(end)}`
}
