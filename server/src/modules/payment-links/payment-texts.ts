import { intlLocale, type Locale } from '@regie/contract/locale.ts'
import eng from './texts/eng.json' with { type: 'json' }
import fr from './texts/fr.json' with { type: 'json' }
import nl from './texts/nl.json' with { type: 'json' }

const texts: Record<Locale, Record<keyof typeof nl, string>> = { nl, eng, fr }

export type PaymentTextKey = keyof typeof nl

/** A text of the payment page in the payer's language, its {names} filled in. */
export function paymentText(locale: Locale, key: PaymentTextKey, values: Readonly<Record<string, string>> = {}): string {
  return texts[locale][key].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
}

/** An amount as the payer writes it: € 1.234,56. */
export function formatMoney(locale: Locale, cents: number, currency: string): string {
  return new Intl.NumberFormat(intlLocale[locale], { style: 'currency', currency }).format(cents / 100)
}

/** How long to wait: 23 seconden, 58 minuten. */
export function formatWait(locale: Locale, seconds: number): string {
  const [count, unit] = seconds > 90 ? [Math.ceil(seconds / 60), 'minute'] : [seconds, 'second']
  return new Intl.NumberFormat(intlLocale[locale], { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}

/** How an amount is marked beside a field of it: € before it, or after it where that language has it there. */
export function currencySign(locale: Locale, currency: string): { sign: string; isBefore: boolean } {
  const parts = new Intl.NumberFormat(intlLocale[locale], { style: 'currency', currency }).formatToParts(0)
  const at = parts.findIndex(({ type }) => type === 'currency')
  return { sign: parts[at]?.value ?? currency, isBefore: at < parts.findIndex(({ type }) => type === 'integer') }
}

/** A day in words, as the calendar in the Netherlands shows it. */
export function formatDay(locale: Locale, at: Date): string {
  return new Intl.DateTimeFormat(intlLocale[locale], { dateStyle: 'long', timeZone: 'Europe/Amsterdam' }).format(at)
}
