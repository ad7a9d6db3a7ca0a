import type { AuditWords } from '@regie/contract/audit-values/words.ts'
import { intlLocale, type Locale } from '@regie/contract/locale.ts'
import { weekdaysText } from '@regie/contract/weekdays.ts'
import { convert } from 'html-to-text'
import { dayText, momentText } from '../../platform/documents/cell-formats.ts'
import { screenText } from '../../platform/screen-texts.ts'

/** The language of the file: the words of the screen; days and moments as the other columns of the file write them, which no reading day changes. */
export function auditWords(locale: Locale, person: AuditWords['person']): AuditWords {
  const intl = intlLocale[locale]
  const weekday = new Intl.DateTimeFormat(intl, { weekday: 'short', timeZone: 'UTC' })
  const amounts = new Map<string, Intl.NumberFormat>()
  const amountFormat = (currency: string) => {
    const format = amounts.get(currency) ?? new Intl.NumberFormat(intl, { style: 'currency', currency })
    amounts.set(currency, format)
    return format
  }
  return {
    find: (key, params) => screenText(locale, key, params),
    money: (cents, currency = 'EUR') => amountFormat(currency).format(cents / 100),
    moment: momentText,
    date: dayText,
    // 2024-01-01 was a Monday.
    weekdays: (days) => weekdaysText(days, (day) => weekday.format(new Date(Date.UTC(2024, 0, day)))),
    person,
    wordsOfHtml: (html) => convert(html, { wordwrap: false }).replaceAll(/\s+/g, ' ').trim(),
  }
}
