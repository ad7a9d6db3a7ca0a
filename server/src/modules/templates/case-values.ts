import type { Locale } from '@regie/contract/locale.ts'
import { rfReferenceOf, shownReference } from '@regie/contract/payment-references.ts'
import type { TemplateOptions } from '@regie/contract/templates.ts'

/** What a text may be about. */
type WrittenCase = {
  customerName: string
  caseNumber: string
  name: string
  invoiceNumber: string | null
  locale: Locale
  outstandingCents: number | null
  currency: string
  paymentReference: string
  fields: Record<string, string>
}

const languageTag: Record<Locale, string> = { nl: 'nl-NL', eng: 'en-GB', fr: 'fr-FR' }
const formats = new Map<string, Intl.NumberFormat>()

type Style = Pick<TemplateOptions, 'formal' | 'amountStyle'>
const usual: Style = { formal: false, amountStyle: 'symbol' }

/** What a text may ask for: the case's fields by their keys, and the names that texts use most; in the style of the text. */
export function caseValues(one: WrittenCase, linkUrl: string | undefined, style: Style = usual): Record<string, string> {
  const rf = rfReferenceOf(one.paymentReference)
  return {
    ...one.fields,
    aanhef: greetings[one.locale][style.formal ? 'formal' : 'usual'](one.name),
    naam: one.name,
    dossiernummer: one.caseNumber,
    factuurnummer: one.invoiceNumber ?? one.caseNumber,
    opdrachtgever: one.fields['opdrachtgever'] || one.customerName,
    ...(one.outstandingCents !== null && { bedrag: money(one.outstandingCents, one, style) }),
    betalingskenmerk: shownReference(one.paymentReference),
    ...(rf !== null && { rf_kenmerk: shownReference(rf) }),
    ...(linkUrl !== undefined && { betaallink: linkUrl }),
  }
}

const greetings: Record<Locale, Record<'formal' | 'usual', (name: string) => string>> = {
  nl: { formal: (name) => `Geachte heer/mevrouw ${name}`, usual: (name) => `Beste ${name}` },
  eng: { formal: (name) => `Dear Sir/Madam ${name}`, usual: (name) => `Dear ${name}` },
  fr: { formal: (name) => `Madame, Monsieur ${name}`, usual: (name) => `Bonjour ${name}` },
}

const displays = {
  symbol: { style: 'currency' },
  code: { style: 'currency', currencyDisplay: 'code' },
  bare: { style: 'decimal' },
} as const

/** An amount as the person is used to reading it. */
function money(cents: number, { currency, locale }: Pick<WrittenCase, 'currency' | 'locale'>, { amountStyle }: Style): string {
  const key = `${locale} ${currency} ${amountStyle}`
  const format =
    formats.get(key) ??
    new Intl.NumberFormat(languageTag[locale], {
      ...displays[amountStyle],
      ...(amountStyle === 'bare' ? { minimumFractionDigits: 2, maximumFractionDigits: 2 } : { currency }),
    })
  formats.set(key, format)
  return format.format(cents / 100)
}
