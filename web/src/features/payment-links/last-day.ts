import { toAmsterdamInput } from '../../locales/amsterdam-time.ts'
import { formatDate } from '../../locales/format.ts'

/** The last day on which somebody can pay by a link: it is valid through the last second of that day. */
export const lastDay = (expiresAt: string) => formatDate(lastMoment(expiresAt))

/** The same as a day of a field: 2026-12-03. */
export const lastDayOf = (expiresAt: string) => toAmsterdamInput(lastMoment(expiresAt)).slice(0, 10)

const lastMoment = (expiresAt: string) => new Date(Date.parse(expiresAt) - 1000).toISOString()
