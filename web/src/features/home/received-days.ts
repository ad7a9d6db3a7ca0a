import type { homeApi } from '@regie/contract/home.ts'
import type { ResponseOf } from '@regie/contract/endpoint.ts'
import type { useText } from '../../locales/i18n.tsx'

type Received = ResponseOf<typeof homeApi.received>
export type ReceivedDay = Received['rows'][number]

const dayMs = 24 * 3_600_000

/** The currency in which most was received; a chart shows one. */
export function mainCurrency({ rows }: Received): string {
  const sums = new Map<string, number>()
  for (const { currency, cents } of rows) sums.set(currency, (sums.get(currency) ?? 0) + cents)
  return [...sums].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? 'EUR'
}

/** Each day of the period in that currency, those without money too. */
export function everyDay(received: Received): ReceivedDay[] {
  const currency = mainCurrency(received)
  const known = new Map(received.rows.filter((row) => row.currency === currency).map((row) => [row.day, row]))
  const [first, last] = [Date.parse(received.from), Date.parse(received.until)]
  return Array.from({ length: Math.round((last - first) / dayMs) + 1 }, (_, n) => {
    const day = new Date(first + n * dayMs).toISOString().slice(0, 10)
    return known.get(day) ?? { day, currency, cents: 0, receipts: 0 }
  })
}

/** The days on which something came in, the newest first. */
export function daysWithMoney({ rows }: Received): ReceivedDay[] {
  return rows.toReversed()
}

/** The same as a file; a spreadsheet that speaks Dutch or French reads its numbers by their comma. */
export function receivedCsv(t: ReturnType<typeof useText>, rows: readonly ReceivedDay[]): string {
  const head = [t('home.chart.day'), t('home.chart.currency'), t('home.chart.receipts'), t('home.chart.amount')]
  const lines = rows.map(({ day, currency, receipts, cents }) => [day, currency, receipts, amountOf(cents)])
  return `\uFEFF${[head, ...lines].map((line) => line.join(';')).join('\r\n')}\r\n`
}

// Whole cents, so that no amount goes through a fraction.
const amountOf = (cents: number) => `${Math.trunc(cents / 100)},${String(cents % 100).padStart(2, '0')}`
