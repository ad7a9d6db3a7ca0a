import type { Locale } from '@regie/contract/locale.ts'

/** What a text may be about. */
type WrittenCase = {
  customerName: string
  caseNumber: string
  name: string
  invoiceNumber: string | null
  locale: Locale
  outstandingCents: number | null
  currency: string
  fields: Record<string, string>
}

const languageTag: Record<Locale, string> = { nl: 'nl-NL', eng: 'en-GB', fr: 'fr-FR' }
const formats = new Map<string, Intl.NumberFormat>()

/** What a text may ask for: the case's fields by their keys, and the names that texts use most. */
export function caseValues(one: WrittenCase, linkUrl: string | undefined): Record<string, string> {
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
