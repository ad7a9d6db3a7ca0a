import { intlLocale } from '@regie/contract/locale.ts'
import { dateFormat } from './format.ts'
import { currentLanguage } from './locale-store.ts'

export type Limits = { min?: string | undefined; max?: string | undefined }

const dayMs = 86_400_000

/** A day moved by so many days: 2026-12-03. */
export const daysAfter = (day: string, days: number) => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

/**
 * A day as people type it in the language of the screen: "3-12", "3 december 2026", "031226", "morgen", "vr", "+7". Without a year it is the nearest
 * one within the limits. Null for what is no day.
 */
export function readDay(typed: string, today: string, limits: Limits = {}): string | null {
  const text = typed.trim().toLowerCase().replace(/\s+/g, ' ')
  return readIso(text) ?? readRelative(text, today) ?? readParts(text, today, limits)
}

const readIso = (text: string) => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? realDay(text) : null)

function readRelative(text: string, today: string): string | null {
  const steps = /^([+-]) ?(\d{1,3}) ?([dw]?)/.exec(text)
  if (steps !== null && steps[0] === text) return daysAfter(today, Number(`${steps[1]}${steps[2]}`) * (steps[3] === 'w' ? 7 : 1))
  const ahead = [-2, -1, 0, 1, 2].find((days) => relativeWord(days) === text)
  if (ahead !== undefined) return daysAfter(today, ahead)
  if (text.length < 2) return null
  // A weekday is the next one: on a Friday "vr" is in a week.
  const found = [1, 2, 3, 4, 5, 6, 7]
    .map((days) => daysAfter(today, days))
    .filter((day) => weekdayOf(day).startsWith(text.replace(/\.$/, '')))
  return found.length === 1 ? (found[0] ?? null) : null
}

function readParts(text: string, today: string, limits: Limits): string | null {
  const found = /^(\d{1,2})[-/. ](\d{1,2}|[\p{L}.]{3,})(?:[-/. ](\d{4}|\d{2}))?$/u.exec(text) ?? /^(\d{2})(\d{2})(\d{4}|\d{2})?$/.exec(text)
  if (found === null) return null
  const [, day = '', name = '', typedYear] = found
  const month = /^\d+$/.test(name) ? Number(name) : monthOf(name)
  const inYear = (year: number) => realDay(`${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`)
  const thisYear = Number(today.slice(0, 4))
  if (typedYear !== undefined) return inYear(typedYear.length === 4 ? Number(typedYear) : fullYear(Number(typedYear), thisYear))
  const near = [thisYear - 1, thisYear, thisYear + 1].map(inYear).filter((one) => one !== null)
  const within = near.filter((one) => (limits.min ?? '') <= one && one <= (limits.max ?? '9999'))
  const distance = (one: string) => Math.abs(Date.parse(one) - Date.parse(today))
  return (within.length > 0 ? within : near).sort((one, other) => distance(one) - distance(other))[0] ?? null
}

/** 84 is 1984, 31 is 2031. */
function fullYear(short: number, thisYear: number): number {
  const year = 2000 + short
  return year > thisYear + 20 ? year - 100 : year
}

/** The day as written when there is such a day; 31-2 is none. */
function realDay(day: string): string | null {
  const time = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === day ? day : null
}

function monthOf(name: string): number {
  const months = Array.from({ length: 12 }, (_, at) => at + 1)
  const found = months.filter((month) => wordOf('month', `2026-${String(month).padStart(2, '0')}-15`).startsWith(name.replace(/\.$/, '')))
  return found.length === 1 ? (found[0] ?? 0) : 0
}

/** "vandaag", "morgen", "overmorgen", where the language has a word for it. */
export const relativeWord = (days: number) =>
  new Intl.RelativeTimeFormat(intlLocale[currentLanguage().locale], { numeric: 'auto' }).format(days, 'day').toLowerCase()

/** The name of the weekday: "vrijdag". */
export const weekdayOf = (day: string) => wordOf('weekday', day)

const wordOf = (part: 'weekday' | 'month', day: string) =>
  dateFormat(`word ${part}`, { [part]: 'long' })
    .format(new Date(`${day}T12:00:00Z`))
    .toLowerCase()

/** A day as one types it: 03-12-2026. */
export const typedDay = (day: string) =>
  day === '' ? '' : dateFormat('typed day', { day: '2-digit', month: '2-digit', year: 'numeric' }).format(new Date(`${day}T12:00:00Z`))
