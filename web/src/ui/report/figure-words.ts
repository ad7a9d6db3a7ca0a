import type { Granularity } from '@regie/contract/granularity.ts'
import { dateFormat, formatMoney, formatNumber, formatShareExactly, numberFormat } from '../../locales/format.ts'

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

/** Of `money` cents, of `rate` euros for each euro. */
export type FigureKind = 'count' | 'share' | 'span' | 'money' | 'rate'

/** What a euro costs, to a hundredth of a cent: € 0,0431. */
export const rateText = (euros: number | null) =>
  euros === null
    ? nothing
    : numberFormat('rate', { style: 'currency', currency: 'EUR', minimumFractionDigits: 4, maximumFractionDigits: 4 }).format(euros)

export function figureText(kind: FigureKind, value: number | null, currency?: string): string {
  if (value === null) return nothing
  if (kind === 'count') return formatNumber(value)
  if (kind === 'money') return formatMoney(value, currency)
  if (kind === 'rate') return rateText(value)
  return kind === 'share' ? shareText(value) : formatSpan(value)
}

/** Moves of these are shown as a part of what they were. */
export const isRelative = (kind: FigureKind) => kind === 'count' || kind === 'money' || kind === 'rate'

/** How far a figure moved since the period before; null where one of both has none. Less than one sees is no move. */
export function moveOf(kind: FigureKind, now: number | null, before: number | null): { by: number; isUp: boolean } | null {
  if (now === null || before === null) return null
  if (isRelative(kind) && before === 0) return null
  const by = isRelative(kind) ? (now - before) / before : now - before
  const seen = kind === 'span' ? Math.round(by) : Math.round(1000 * by) / 1000
  return { by: Math.abs(seen), isUp: seen > 0 }
}

const zone = { timeZone: 'Europe/Amsterdam' } as const
const time = { hour: '2-digit', minute: '2-digit' } as const
const day = { weekday: 'short', day: 'numeric', month: 'short' } as const

/** When a bucket begins, as short as it may be: on one day its time alone. */
function bucketName(bucket: string, granularity: Granularity, isOneDay: boolean): string {
  const at = new Date(bucket)
  if (granularity === 'month') return dateFormat('bucket month', { month: 'long', year: 'numeric', ...zone }).format(at)
  if (granularity === 'day' || granularity === 'week') return dateFormat('bucket day', { ...day, ...zone }).format(at)
  if (isOneDay) return dateFormat('bucket time', { ...time, ...zone }).format(at)
  return dateFormat('bucket moment', { ...day, ...time, ...zone }).format(at)
}

/** `until` is where the next one begins; null: with the period. `isAgain`: its hour was there before, since the clock went back. */
export type Named<Bucket> = Bucket & { name: string; until: string | null; isAgain: boolean }
type Buckets<Bucket> = { rows: readonly Bucket[]; granularity: Granularity; from: string; to: string }

/** The buckets by name, without the empty ones before the first that has something and after the last. */
export function namedBuckets<Bucket extends { bucket: string }>(
  { rows, granularity, from, to }: Buckets<Bucket>,
  isFilled: (bucket: Bucket) => boolean,
): Named<Bucket>[] {
  const nameOf = ({ bucket }: Bucket) => bucketName(bucket, granularity, from === to)
  const perHour = granularity === 'quarter' ? 4 : 1
  const named = rows.map((row, at) => {
    const [name, before] = [nameOf(row), rows[at - perHour]]
    const isAgain = before !== undefined && granularity !== 'month' && nameOf(before) === name
    return { ...row, name, until: rows[at + 1]?.bucket ?? null, isAgain }
  })
  const first = named.findIndex(isFilled)
  return first < 0 ? [] : named.slice(first, named.findLastIndex(isFilled) + 1)
}
