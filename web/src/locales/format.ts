import { intlLocale } from '@regie/contract/locale.ts'
import { currentLanguage } from './locale-store.ts'

const timeZone = 'Europe/Amsterdam'
// Making an Intl format costs more than using it a thousand times; a table of 50 rows asks for hundreds.
type Format = Intl.NumberFormat | Intl.DateTimeFormat | Intl.RelativeTimeFormat
const formats = new Map<string, Format>()

export function formatNumber(value: number): string {
  return numberFormat('number', {}).format(value)
}

/** Cents as an amount: € 1.234,56. */
export function formatMoney(cents: number, currency = 'EUR'): string {
  return numberFormat(`money ${currency}`, { style: 'currency', currency }).format(cents / 100)
}

/** Whole euros, for figures that one compares at a glance: € 1.235. */
export function formatMoneyWhole(cents: number, currency = 'EUR'): string {
  return numberFormat(`whole ${currency}`, { style: 'currency', currency, maximumFractionDigits: 0 }).format(cents / 100)
}

/** A share with one digit behind the comma: 34,1%. */
export function formatShareExactly(share: number): string {
  return numberFormat('exact share', { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(share)
}

/** A rate of interest: 4,00%, from hundredths of a percent. */
export function formatRate(hundredths: number): string {
  return numberFormat('rate', { style: 'percent', minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(hundredths / 10_000)
}

/** A share between 0 and 1: 42%. */
export function formatShare(share: number): string {
  return numberFormat('share', { style: 'percent', maximumFractionDigits: 0 }).format(share)
}

/** An estimated total reads as "ca. 12.400". */
export function formatTotal(total: { value: number; exact: boolean }): string {
  return total.exact ? formatNumber(total.value) : `ca. ${formatNumber(total.value)}`
}

export function formatDate(at: string): string {
  return dateFormat('date', { day: 'numeric', month: 'short', year: 'numeric' }).format(new Date(at))
}

/** A day of the calendar, yyyy-MM-dd, as formatDate() shows one. */
export const formatPlainDay = (day: string) => formatDate(`${day}T12:00:00Z`)

/** As lists show it: the time today, the day and time this year, the day in other years. */
export function formatMoment(at: string, now = new Date()): string {
  const date = new Date(at)
  const [day, today] = [dayOf(date), dayOf(now)]
  if (day === today) return dateFormat('time', { hour: '2-digit', minute: '2-digit' }).format(date)
  if (day.slice(0, 4) !== today.slice(0, 4)) return formatDate(at)
  return dateFormat('short', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }).format(date)
}

/** The time of day: 09:12. */
export function formatTime(at: string): string {
  return dateFormat('time', { hour: '2-digit', minute: '2-digit' }).format(new Date(at))
}

/** A day as a heading: today, yesterday, Tuesday 3 November, and with its year when it is another one. */
export function formatDay(at: string, now = new Date()): string {
  const [day, today] = [dayOf(new Date(at)), dayOf(now)]
  const daysAgo = (Date.parse(today) - Date.parse(day)) / 86_400_000
  if (daysAgo === 0 || daysAgo === 1) return sentenceCase(relativeFormat().format(-daysAgo, 'day'))
  const isThisYear = day.slice(0, 4) === today.slice(0, 4)
  return isThisYear ? sentenceCase(dateFormat('weekday and day', weekdayParts).format(new Date(at))) : formatWholeDay(at)
}

/** A day as a heading that is read on another day, on paper: Tuesday 3 November 2026. */
export function formatWholeDay(at: string): string {
  return sentenceCase(dateFormat('weekday year', { ...weekdayParts, year: 'numeric' }).format(new Date(at)))
}

const weekdayParts = { weekday: 'long', day: 'numeric', month: 'long' } as const

const sentenceCase = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1)

/** Of days from now: today, yesterday. */
export function relativeFormat() {
  const locale = intlLocale[currentLanguage().locale]
  return cached(`${locale} relative`, () => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })) as Intl.RelativeTimeFormat
}

/** The full date, for hovering and for sentences. */
export function formatMomentFull(at: string): string {
  return dateFormat('full', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit' }).format(
    new Date(at),
  )
}

export function formatBytes(bytes: number): string {
  const [size, unit] =
    bytes < 1e6
      ? ([bytes / 1e3, 'kilobyte'] as const)
      : bytes < 1e10
        ? ([bytes / 1e6, 'megabyte'] as const)
        : ([bytes / 1e9, 'gigabyte'] as const)
  return numberFormat(unit, { style: 'unit', unit, maximumFractionDigits: 1 }).format(size)
}

/** The day in the Netherlands: 2027-03-28. */
export function dayOf(date: Date): string {
  return (cached('day', () => new Intl.DateTimeFormat('en-CA', { timeZone })) as Intl.DateTimeFormat).format(date)
}

/** The format of that name in the present language, made once. */
export function numberFormat(name: string, options: Intl.NumberFormatOptions) {
  const locale = intlLocale[currentLanguage().locale]
  return cached(`${locale} ${name}`, () => new Intl.NumberFormat(locale, options)) as Intl.NumberFormat
}

/** The format of that name in the present language, made once. */
export function dateFormat(name: string, options: Intl.DateTimeFormatOptions) {
  const locale = intlLocale[currentLanguage().locale]
  return cached(`${locale} ${name}`, () => new Intl.DateTimeFormat(locale, { timeZone, ...options })) as Intl.DateTimeFormat
}

function cached(key: string, make: () => Format) {
  const known = formats.get(key)
  if (known) return known
  const made = make()
  formats.set(key, made)
  return made
}

const millionCents = 100_000_000

/** An amount as the axis of a chart has room for it: whole euros, and millions in short. Dutch has no short word for a thousand that people read. */
export function formatMoneyShort(cents: number, currency: string): string {
  if (Math.abs(cents) < millionCents) return formatMoneyWhole(cents, currency)
  return numberFormat(`chart ${currency}`, { style: 'currency', currency, notation: 'compact', maximumFractionDigits: 1 }).format(
    cents / 100,
  )
}
