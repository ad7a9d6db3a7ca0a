import type { DateOrder } from '@regie/contract/files.ts'
import type * as z from 'zod/mini'

type Order = z.infer<typeof DateOrder>

const places: Record<Order, readonly [year: number, month: number, day: number]> = { dmy: [2, 1, 0], mdy: [2, 0, 1], ymd: [0, 1, 2] }

/** The day that a text would be under an order of day, month and year (as yyyy-MM-dd), or null when it would be none. */
export function readDate(text: string, order: Order): string | null {
  const parts = text
    .trim()
    .split(/[-/.\s]/)
    .slice(0, 3)
  const [year, month, day] = places[order].map((place) => parts[place] ?? '')
  if (
    year === undefined ||
    month === undefined ||
    day === undefined ||
    !/^\d{2}(\d{2})?$/.test(year) ||
    !/^\d{1,2}$/.test(month) ||
    !/^\d{1,2}$/.test(day)
  )
    return null
  const whole = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const date = new Date(`${whole}T12:00:00Z`)
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== whole ? null : whole
}

/** The cents that a text would be with this decimal mark, or null when it would be no amount. */
export function readAmount(text: string, mark: ',' | '.'): number | null {
  const thousands = mark === ',' ? '.' : ','
  const bare = text.replace(/[€\s]/g, '')
  const isGrouped = new RegExp(`^-?\\d{1,3}(\\${thousands}\\d{3})*(\\${mark}\\d{1,2})?$`).test(bare)
  const isPlain = new RegExp(`^-?\\d+(\\${mark}\\d{1,2})?$`).test(bare)
  return isGrouped || isPlain ? Math.round(Number(bare.replaceAll(thousands, '').replace(mark, '.')) * 100) : null
}

/** A few different samples, those on which the readings differ first: an example that reads the same either way explains nothing. */
export function tellingSamples<Option>(
  samples: readonly string[],
  options: readonly Option[],
  read: (text: string, option: Option) => unknown,
  count = 3,
): string[] {
  const differ = (text: string) => new Set(options.map((option) => read(text, option))).size > 1
  const distinct = [...new Set(samples.filter((text) => text.trim() !== ''))]
  return [...distinct.filter(differ), ...distinct.filter((text) => !differ(text))].slice(0, count)
}

/** The answers worth offering: those that can read at least one sample, the one chosen, and all of them when none can. */
export function readableOptions<Option>(
  options: readonly Option[],
  chosen: unknown,
  samples: readonly string[],
  read: (text: string, option: Option) => unknown,
): readonly Option[] {
  const readable = options.filter((option) => option === chosen || samples.some((text) => read(text, option) !== null))
  return readable.length === 0 ? options : readable
}
