import type { BatchResults } from '@regie/contract/reports.ts'
import type { Tone } from '../../../theme/colours.ts'

export type ResultPart = { result: string | null; cases: number; tone: Tone; money: BatchResults['results'] }

/** One line for each result, however many currencies its cases have; the largest first, those without a result last. */
export function resultParts(results: BatchResults['results']): ResultPart[] {
  return [...Map.groupBy(results, ({ result }) => result)]
    .map(([result, money]) => ({ result, cases: money.reduce((sum, { cases }) => sum + cases, 0), tone: toneOf(result), money }))
    .toSorted((one, other) => Number(one.result === null) - Number(other.result === null) || other.cases - one.cases)
}

// Paid is green everywhere; what is open has no colour yet.
const toneOf = (result: string | null): Tone => (result === null ? 'neutral' : result === 'BET' ? 'success' : 'primary')

/** The currency of which most is claimed; a chart shows one. */
export function claimedMost(results: BatchResults['results']): { currency: string; claimedCents: number } {
  const [most] = [...Map.groupBy(results, ({ currency }) => currency)]
    .map(([currency, rows]) => ({ currency, claimedCents: rows.reduce((sum, row) => sum + row.claimedCents, 0) }))
    .toSorted((one, other) => other.claimedCents - one.claimedCents)
  return most ?? { currency: 'EUR', claimedCents: 0 }
}

export type PaidWeek = { week: string; cents: number; receipts: number; totalCents: number; share: number }

const weekMs = 7 * 24 * 3_600_000

/** Every week from the first payment to the last, with all that was paid until then as a share of what was claimed; one may pay more than that. */
export function paidWeeks(
  weeks: BatchResults['weeks'],
  { currency, claimedCents }: { currency: string; claimedCents: number },
): PaidWeek[] {
  const own = weeks.filter((row) => row.currency === currency)
  const [first, last] = [own[0], own.at(-1)]
  if (!first || !last) return []
  const known = new Map(own.map((row) => [row.week, row]))
  const shown: PaidWeek[] = []
  for (let at = Date.parse(first.week); at <= Date.parse(last.week); at += weekMs) {
    const week = new Date(at).toISOString().slice(0, 10)
    const { cents, receipts } = known.get(week) ?? { cents: 0, receipts: 0 }
    const totalCents = (shown.at(-1)?.totalCents ?? 0) + cents
    shown.push({ week, cents, receipts, totalCents, share: claimedCents === 0 ? 0 : Math.min(1, totalCents / claimedCents) })
  }
  return shown
}

/** Rows as a file that a spreadsheet opens; what has a separator or a quote in it stands in quotes. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  const cell = (text: string) => (/[;"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  return `\uFEFF${rows.map((row) => row.map(cell).join(';')).join('\r\n')}\r\n`
}
