import type { Contact, Salutation } from '@regie/contract/contact.ts'
import type { Locale } from '@regie/contract/locale.ts'
import eng from './locales/eng.json' with { type: 'json' }
import fr from './locales/fr.json' with { type: 'json' }
import nl from './locales/nl.json' with { type: 'json' }

export type ContactColumn = keyof typeof nl.columns
export type ContactTexts = {
  columns: Record<ContactColumn, string>
  salutations: Record<Salutation, string>
  locales: Record<Locale, string>
  yesNo: Record<'yes' | 'no', string>
}

/** The words of the file of contacts, which is made and read here and not in the browser. */
export const contactTexts: Record<Locale, ContactTexts> = { nl, eng, fr }
export const contactColumnKeys = Object.keys(nl.columns) as ContactColumn[]

const texts = Object.values(contactTexts)
const plainOf = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()

/** What a word of a file means among our own: by its code, or as any of the three languages says it; undefined: none of them. */
function meaningOf<Code extends string>(text: string, wordsOf: (words: ContactTexts) => Record<Code, string>): Code | undefined {
  const plain = plainOf(text)
  for (const words of texts)
    for (const [code, word] of Object.entries(wordsOf(words)) as [Code, string][])
      if (plainOf(word) === plain || plainOf(code) === plain) return code
  return undefined
}

export const readColumn = (text: string) => meaningOf(text, ({ columns }) => columns)
export const readSalutation = (text: string) => meaningOf(text, ({ salutations }) => salutations)
export const readLocale = (text: string) => meaningOf(text, ({ locales }) => locales)
export const readYesNo = (text: string) => meaningOf(text, ({ yesNo }) => yesNo)

/** A contact as a row of the file. */
export function cellOf(contact: Contact, column: ContactColumn, { salutations, locales, yesNo }: ContactTexts): string {
  if (column === 'salutation') return salutations[contact.salutation]
  if (column === 'locale') return locales[contact.locale]
  if (column === 'active') return yesNo[contact.active ? 'yes' : 'no']
  return String(contact[column])
}
