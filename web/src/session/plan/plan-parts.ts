import { readAmount, typedAmount } from '../../locales/amount.ts'

/** One part of a promise as it is typed: a day (yyyy-MM-dd) and an amount in euros. */
export type TypedPart = { due: string; amount: string }
export type PromisePart = { due: string; amountCents: number }

const dayMs = 24 * 3_600_000
const daysAheadMax = 365

/** Divides an amount over months; the cents that cannot be divided go with the first parts. */
export function splitPlan({ totalCents, count, firstDue }: { totalCents: number; count: number; firstDue: string }): TypedPart[] {
  const share = Math.floor(totalCents / count)
  const left = totalCents - share * count
  return Array.from({ length: count }, (_part, at) => ({
    due: monthsLater(firstDue, at),
    amount: typedAmount(share + (at < left ? 1 : 0)),
  }))
}

/** The same day so many months later, or the last day of a month that is shorter. */
export function monthsLater(day: string, months: number): string {
  if (day === '') return ''
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0))
  last.setUTCDate(Math.min(date, last.getUTCDate()))
  return last.toISOString().slice(0, 10)
}

/** The last day that a promise may name: a year from today, as the server has it. */
export function lastDueFrom(today: string): string {
  return new Date(Date.parse(today) + daysAheadMax * dayMs).toISOString().slice(0, 10)
}

/** What is wrong with a part: its day lies in the past, too far, or not after the one before; or its amount is none. */
export function faultOfPart(parts: readonly TypedPart[], at: number, today: string): 'due' | 'amount' | null {
  const { due = '', amount = '' } = parts[at] ?? {}
  const earliest = at === 0 ? today : nextDay(parts[at - 1]?.due ?? '')
  if (due === '' || due < earliest || due < today || due > lastDueFrom(today)) return 'due'
  return readAmount(amount) === null ? 'amount' : null
}

/** The parts as they are sent; null while one of them is wrong. */
export function readParts(parts: readonly TypedPart[], today: string): PromisePart[] | null {
  if (parts.some((_part, at) => faultOfPart(parts, at, today) !== null)) return null
  return parts.map(({ due, amount }) => ({ due, amountCents: readAmount(amount) ?? 0 }))
}

/** What the parts make together; a part that is no amount counts for nothing. */
export function sumOf(parts: readonly TypedPart[]): number {
  return parts.reduce((sum, { amount }) => sum + (readAmount(amount) ?? 0), 0)
}

function nextDay(day: string): string {
  return day === '' ? '' : new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10)
}
