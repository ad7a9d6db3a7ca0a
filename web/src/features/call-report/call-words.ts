import type { CallMetrics } from '@regie/contract/call-metrics.ts'
import type { Granularity } from '@regie/contract/granularity.ts'
import { dateFormat, formatNumber, formatShareExactly, numberFormat } from '../../locales/format.ts'

const nothing = '–'

/** A length of time as calls last: 4:38, and 1:04:38 from an hour on. */
export function formatSpan(seconds: number | null): string {
  if (seconds === null) return nothing
  const whole = Math.round(seconds)
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

export const shareText = (share: number | null) => (share === null ? nothing : formatShareExactly(share))
export const decimalText = (value: number | null) =>
  value === null ? nothing : numberFormat('one digit', { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value)

export type MetricName = 'offered' | 'aht' | Exclude<keyof CallMetrics, 'aht'>
type Kind = 'count' | 'share' | 'span'
export const metricKind: Record<MetricName, Kind> = {
  ...{ offered: 'count', serviceLevel: 'share', abandonedShare: 'share', dropShare: 'share' },
  ...{ averageWait: 'span', att: 'span', acw: 'span', aht: 'span' },
}

export function metricText(name: MetricName, value: number | null): string {
  if (value === null) return nothing
  if (metricKind[name] === 'count') return formatNumber(value)
  return metricKind[name] === 'share' ? shareText(value) : formatSpan(value)
}

/** How far a figure moved since the period before; null where one of both has none. Less than one sees is no move. */
export function moveOf(name: MetricName, now: number | null, before: number | null): { by: number; isUp: boolean } | null {
  if (now === null || before === null) return null
  const kind = metricKind[name]
  if (kind === 'count' && before === 0) return null
  const by = kind === 'count' ? (now - before) / before : now - before
  const seen = kind === 'span' ? Math.round(by) : Math.round(1000 * by) / 1000
  return { by: Math.abs(seen), isUp: seen > 0 }
}

/** Is more of it good news, bad news, or neither? */
export const goodWhen: Record<MetricName, 'up' | 'down' | null> = {
  ...{ offered: null, serviceLevel: 'up', averageWait: 'down', abandonedShare: 'down', dropShare: 'down' },
  ...{ att: null, acw: null, aht: null },
}

const zone = { timeZone: 'Europe/Amsterdam' } as const
const time = { hour: '2-digit', minute: '2-digit' } as const
const day = { weekday: 'short', day: 'numeric', month: 'short' } as const

/** When a bucket begins, as short as it may be: on one day its time alone. */
export function bucketName(bucket: string, granularity: Granularity, isOneDay: boolean): string {
  const at = new Date(bucket)
  if (granularity === 'month') return dateFormat('bucket month', { month: 'long', year: 'numeric', ...zone }).format(at)
  if (granularity === 'day' || granularity === 'week') return dateFormat('bucket day', { ...day, ...zone }).format(at)
  if (isOneDay) return dateFormat('bucket time', { ...time, ...zone }).format(at)
  return dateFormat('bucket moment', { ...day, ...time, ...zone }).format(at)
}
