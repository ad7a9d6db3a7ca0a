import type { dateOrders } from '@regie/contract/files.ts'

export type DateOrder = (typeof dateOrders)[number]
/** What one date says of the order in its file. `usual` is dd-MM-yyyy with hyphens or dots, our documented notation, unless another row proves otherwise. */
export type DateEvidence = 'ymd' | 'dmy' | 'mdy' | 'usual' | 'either' | 'none'

const yearFirst = /^(\d{4})([-/.]?)(\d{1,2})\2(\d{1,2})$/
const yearLast = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/
const timeOfDay = /[ T]\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?Z?$/

type Parts = { shape: 'first'; y: number; m: number; d: number } | { shape: 'last'; a: number; b: number; y: number; mark: string }

function partsOf(text: string): Parts | null {
  const date = text.replace(timeOfDay, '')
  const first = yearFirst.exec(date)
  if (first && (first[2] !== '' || date.length === 8))
    return { shape: 'first', y: Number(first[1]), m: Number(first[3]), d: Number(first[4]) }
  const last = yearLast.exec(date)
  return last && { shape: 'last', a: Number(last[1]), b: Number(last[3]), y: Number(last[4]), mark: last[2] ?? '' }
}

/** What this date proves. */
export function dateEvidence(text: string): DateEvidence {
  const parts = partsOf(text)
  if (!parts) return 'none'
  if (parts.shape === 'first') return 'ymd'
  const { a, b, mark } = parts
  if (a > 12 && b <= 12) return 'dmy'
  if (b > 12 && a <= 12) return 'mdy'
  if (a > 12 || a === b) return 'none'
  return mark === '/' ? 'either' : 'usual'
}

/** The order of a file from its own dates, or null when a person must say. What an earlier file had proves nothing of this one. */
export function dateOrderOf(evidence: ReadonlySet<DateEvidence>): { order: DateOrder | null; mustAsk: boolean } {
  if (evidence.has('dmy') && evidence.has('mdy')) return { order: null, mustAsk: true }
  if (evidence.has('dmy')) return { order: 'dmy', mustAsk: false }
  if (evidence.has('mdy')) return { order: 'mdy', mustAsk: false }
  if (evidence.has('either')) return { order: null, mustAsk: true }
  if (evidence.has('usual')) return { order: 'dmy', mustAsk: false }
  return { order: evidence.has('ymd') ? 'ymd' : null, mustAsk: false }
}

/** The day as yyyy-MM-dd, or why it is none. A date that exists only in the other order is named so. */
export function readDate(text: string, order: DateOrder | null): { value: string } | { reason: 'dateInvalid' | 'dateOrderMixed' } {
  const parts = partsOf(text)
  if (!parts) return { reason: 'dateInvalid' }
  if (parts.shape === 'first') return dayOf(parts.y, parts.m, parts.d) ?? { reason: 'dateInvalid' }
  const { a, b, y } = parts
  const dayFirst = dayOf(y, b, a)
  const monthFirst = dayOf(y, a, b)
  const [asked, other] = order === 'mdy' ? [monthFirst, dayFirst] : [dayFirst, monthFirst]
  return asked ?? { reason: other ? 'dateOrderMixed' : 'dateInvalid' }
}

function dayOf(year: number, month: number, day: number): { value: string } | null {
  if (year < 1900 || year > 2100 || month < 1 || month > 12 || day < 1) return null
  if (day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return null
  return { value: `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}` }
}
