import { intlLocale, type Locale } from '@regie/contract/locale.ts'
import type { SpokenRule } from './spoken-rule.ts'

export const dateRules: readonly SpokenRule[] = [
  {
    // 22-11-2026 · 22/11/2026 · 22.11.2026
    pattern: /(?<![\d/.-])(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?![\d/-])/g,
    say: ([, day = '', , month = '', year = ''], language) => dateWords([Number(year), Number(month), Number(day)], language),
  },
  {
    // 2026-11-22
    pattern: /(?<![\d/.-])(\d{4})-(\d{2})-(\d{2})(?![\d/-])/g,
    say: ([, year = '', month = '', day = ''], language) => dateWords([Number(year), Number(month), Number(day)], language),
  },
  {
    // 09:30 · 9:30 uur · 9h30
    pattern: /(?<![\d:.,])([01]?\d|2[0-3])[:h]([0-5]\d)(?![\d:])(?: ?(?:uur|u|h)(?![\p{L}]))?/gu,
    say: ([, hour = '', minute = ''], language) => timeWords(Number(hour), Number(minute), language),
  },
]

function dateWords([year, month, day]: readonly [number, number, number], language: Locale): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  // The thirtieth of February is no date.
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null
  const monthName = new Intl.DateTimeFormat(intlLocale[language], { month: 'long', timeZone: 'UTC' }).format(date)
  return `${language === 'fr' && day === 1 ? '1er' : day} ${monthName} ${year}`
}

function timeWords(hour: number, minute: number, language: Locale): string {
  if (language === 'fr') return `${hour} ${hour > 1 ? 'heures' : 'heure'}${minute === 0 ? '' : ` ${minute}`}`
  if (language === 'eng') return minute === 0 ? `${hour} o'clock` : minute < 10 ? `${hour} oh ${minute}` : `${hour} ${minute}`
  return minute === 0 ? `${hour} uur` : `${hour} uur ${minute}`
}
