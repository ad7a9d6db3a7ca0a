import type { SentenceWords } from '@regie/contract/case-words/event-sentence.ts'
import { intlLocale, type Locale } from '@regie/contract/locale.ts'
import { screenText, spokenText } from '../../../platform/screen-texts.ts'
import eng from './locales/eng.json' with { type: 'json' }
import fr from './locales/fr.json' with { type: 'json' }
import nl from './locales/nl.json' with { type: 'json' }

/** What a paper says of itself; whatever it says of a case the screens say too. */
const paperTexts: Record<Locale, typeof nl> = { nl, eng, fr }

const timeZone = 'Europe/Amsterdam'

/** The language of a paper: read on any day, so each moment has its year. */
export function paperWords(locale: Locale) {
  const intl = intlLocale[locale]
  const day = new Intl.DateTimeFormat(intl, { timeZone, day: 'numeric', month: 'short', year: 'numeric' })
  const moment = new Intl.DateTimeFormat(intl, {
    timeZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  })
  const number = new Intl.NumberFormat(intl)
  const amounts = new Map<string, Intl.NumberFormat>()
  const amountFormat = (currency: string) => {
    const format = amounts.get(currency) ?? new Intl.NumberFormat(intl, { style: 'currency', currency })
    amounts.set(currency, format)
    return format
  }
  const sentences: SentenceWords = {
    find: (key, params) => spokenText(locale, key, params),
    money: (cents, currency = 'EUR') => amountFormat(currency).format(cents / 100),
    number: (value) => number.format(value),
    day: (at) => day.format(new Date(`${at}T12:00:00Z`)),
    moment: (at) => moment.format(new Date(at)),
  }
  return {
    ...sentences,
    /** The day of an ISO instant. */
    dayAt: (at: string) => day.format(new Date(at)),
    texts: paperTexts[locale],
    /** A text of the screens, its key where the language has none. */
    text: (key: string, params?: Record<string, string | number>) => spokenText(locale, key, params) ?? key,
    fill: (text: string, params: Record<string, string | number>) =>
      text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(params, name) ? String(params[name]) : whole)),
    choice: (key: string) => screenText(locale, key),
  }
}
export type PaperWords = ReturnType<typeof paperWords>
