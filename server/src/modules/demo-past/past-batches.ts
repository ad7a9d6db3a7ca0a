import { toLocalTime } from '../contact-permission/local-time.ts'
import { later, nextOpen } from './office-hours.ts'

/** What somebody sells, and what their customers leave unpaid. */
type Creditor = { name: string; lowCents: number; highCents: number }

/** How a batch stands today; each but `open` once or more for each customer. */
type BatchEnd = 'closed' | 'open' | 'paused' | 'scriptOff' | 'trial'

/** One batch of the past: where its numbers begin, when it came, and how it stands. */
export type PastBatch = {
  /** Begins the case numbers: the batch is there when its first number is. */
  prefix: string
  name: string
  fileName: string
  creditor: Creditor
  size: number
  importedAt: Date
  end: BatchEnd
  /** The last moment of its story: it was closed, its script was switched off, or it is today. */
  until: Date
}

const creditors: readonly Creditor[][] = [
  [
    { name: 'Stroomhart Energie', lowCents: 12_500, highCents: 92_000 },
    { name: 'TeleNova', lowCents: 4_500, highCents: 38_000 },
    { name: 'Fitplaza', lowCents: 4_995, highCents: 32_000 },
    { name: 'GlasNet Zuid', lowCents: 6_500, highCents: 46_000 },
    { name: 'Leesland Abonnementen', lowCents: 2_995, highCents: 19_500 },
  ],
  [
    { name: 'Zorgpunt Maasland', lowCents: 3_850, highCents: 38_500 },
    { name: 'Tandartsen aan de Kade', lowCents: 4_200, highCents: 61_000 },
    { name: 'Warmtebedrijf De Waag', lowCents: 7_900, highCents: 72_000 },
    { name: 'Woonstede Verhuur', lowCents: 18_000, highCents: 145_000 },
    { name: 'Polisdirect Verzekeringen', lowCents: 2_900, highCents: 29_000 },
  ],
]
// Together 3,000 for each of the two customers.
const sizes = [180, 240, 160, 220, 200, 260, 150, 210, 190, 230, 170, 250, 180, 220, 140]
const firstDaysAgo = 360
const daysApart = 25
const closedFirst = 11
const daysWorked = 78
const scriptOffDaysAgo = 4

/** The batches of one of the two demo customers (0 or 1), the oldest first. Fictitious creditors; dated relative to `today`. */
export function planBatches(which: 0 | 1, today: Date): PastBatch[] {
  return sizes.map((size, at) => {
    const daysAgo = firstDaysAgo - at * daysApart - which * 9
    const importedAt = nextOpen(later(today, { days: -Math.max(daysAgo, 3), minutes: at * 17 }))
    const creditor = creditors[which]?.[at % 5] ?? { name: '', lowCents: 2_000, highCents: 20_000 }
    const month = importedAt.toLocaleDateString('nl-NL', { timeZone: 'Europe/Amsterdam', month: 'long', year: 'numeric' })
    const end = endOf(which, at)
    return {
      prefix: `${which === 0 ? 'D' : 'R'}P${String(at + 1).padStart(2, '0')}-`,
      name: `${creditor.name} ${month}`,
      fileName: `${creditor.name.toLowerCase().replace(/\W+/g, '-')}-${toLocalTime(importedAt).date}.csv`,
      creditor,
      size,
      importedAt,
      end,
      until: untilOf(end, importedAt, today),
    }
  })
}

function endOf(which: 0 | 1, at: number): BatchEnd {
  if (at < closedFirst) return 'closed'
  if (at === 13) return which === 0 ? 'scriptOff' : 'paused'
  return which === 1 && at === 14 ? 'trial' : 'open'
}

function untilOf(end: BatchEnd, importedAt: Date, today: Date): Date {
  if (end === 'closed') return nextOpen(later(importedAt, { days: daysWorked }))
  return end === 'scriptOff' ? nextOpen(later(today, { days: -scriptOffDaysAgo })) : today
}
