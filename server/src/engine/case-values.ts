import type { Locale } from '@regie/contract/locale.ts'
import type { CaseToRun } from '../modules/case-runs/lock-claimed-cases.ts'

const languageTag: Record<Locale, string> = { nl: 'nl-NL', eng: 'en-GB', fr: 'fr-FR' }
const formats = new Map<string, Intl.NumberFormat>()

/** What a text may ask for: the case's fields by their keys, and the names that texts use most. */
export function caseValues(one: CaseToRun, linkUrl: string | undefined): Record<string, string> {
  return {
    ...one.fields,
    naam: one.name,
    dossiernummer: one.caseNumber,
    factuurnummer: one.invoiceNumber ?? one.caseNumber,
    opdrachtgever: one.fields['opdrachtgever'] || one.customerName,
    ...(one.outstandingCents !== null && { bedrag: money(one.outstandingCents, one.currency, one.locale) }),
    ...(linkUrl !== undefined && { betaallink: linkUrl }),
  }
}

/** An amount as the person is used to reading it. */
function money(cents: number, currency: string, locale: Locale): string {
  const key = `${locale} ${currency}`
  const format = formats.get(key) ?? new Intl.NumberFormat(languageTag[locale], { style: 'currency', currency })
  formats.set(key, format)
  return format.format(cents / 100)
}
