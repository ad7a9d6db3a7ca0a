import { formatDate } from '../../locales/format.ts'

/** The last day on which somebody can pay by a link: it is valid through the last second of that day. */
export const lastDay = (expiresAt: string) => formatDate(new Date(Date.parse(expiresAt) - 1000).toISOString())
