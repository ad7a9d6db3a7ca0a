import type { Channel } from '@regie/contract/channels.ts'
import { dateFormat } from '../../locales/format.ts'
import type { IconName } from '../../ui/icon.tsx'
import { untilOf } from './quarters.ts'

export const channelIcons = { call: 'phone', email: 'mail', sms: 'sms', whatsapp: 'whatsapp' } as const satisfies Record<Channel, IconName>

/** vrijdag 24 december 2027. */
export const dateName = (date: string) =>
  dateFormat('date long', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }).format(new Date(`${date}T12:00:00Z`))
/** december 2027. */
export const monthName = (month: string) =>
  dateFormat('month', { month: 'long', year: 'numeric' }).format(new Date(`${month}-01T12:00:00Z`))

/** 09:00–17:00: until where the last minute inside is 16:59. */
export function hoursText({ start, end }: { start: string; end: string }): string {
  return `${start}–${untilOf(end)}`
}
