import { addressLines, type PostalAddress } from '@regie/contract/letters.ts'
import { type Letterhead, shownIban } from '@regie/contract/letterheads.ts'
import { intlLocale, type Locale } from '@regie/contract/locale.ts'
import type { LetterPaper } from '../../platform/documents/paper/letter-paper.ts'
import { missingSign, fontRuns } from '../../platform/documents/paper/paper-fonts.ts'

// What stands on paper around the text, in the language of its reader.
const words: Record<Locale, Record<'day' | 'reference' | 'return' | 'chamber' | 'pageOf' | 'file', string>> = {
  nl: { day: 'Datum', reference: 'Kenmerk', return: 'Retouradres', chamber: 'KvK', pageOf: 'van', file: 'Brief' },
  eng: { day: 'Date', reference: 'Reference', return: 'Return address', chamber: 'Chamber of Commerce', pageOf: 'of', file: 'Letter' },
  fr: { day: 'Date', reference: 'Référence', return: 'Adresse de retour', chamber: 'KvK', pageOf: 'sur', file: 'Lettre' },
}

/** What a letter is made of. */
type Making = {
  letterhead: Letterhead
  logo: Buffer | null
  address: PostalAddress
  caseNumber: string
  locale: Locale
  subject: string
  text: string
  at: Date
}

/** A letter on the letterhead of its customer. */
export function letterPaper({ letterhead, logo, address, caseNumber, locale, subject, text, at }: Making): LetterPaper {
  const say = words[locale]
  const day = new Intl.DateTimeFormat(intlLocale[locale], { dateStyle: 'long', timeZone: 'Europe/Amsterdam' }).format(at)
  const { name, phone, email, chamberNumber, iban } = letterhead
  const lines = letterhead.address.split('\n').filter((line) => line.trim() !== '')
  return {
    title: subject,
    author: name,
    language: intlLocale[locale],
    madeAt: at.toISOString(),
    logo: logo?.toString('base64') ?? null,
    senderName: name,
    senderLines: [
      ...(logo === null ? [] : [name]),
      ...lines,
      ...[phone, email, chamberNumber && `${say.chamber} ${chamberNumber}`, iban && shownIban(iban)].filter((line) => line !== ''),
    ],
    returnLine: lines.length === 0 ? '' : `${say.return}: ${lines.join(', ')}`,
    address: addressLines(address),
    facts: [
      [say.day, day],
      [say.reference, caseNumber],
    ],
    subject,
    text,
    pageOf: say.pageOf,
  }
}

/** What the file is called among the documents of the case. */
export const letterFileName = (locale: Locale, subject: string): string =>
  `${words[locale].file} ${subject
    .replaceAll(/[^\p{L}\p{N} ._-]+/gu, ' ')
    .replaceAll(/ +/g, ' ')
    .trim()
    .slice(0, 80)}.pdf`

/** Has the typeface every sign of it? A letter with a mark in place of a sign is not sent. */
export const isPrintable = ({ address, subject, text }: Pick<LetterPaper, 'address' | 'subject' | 'text'>): boolean =>
  [...address, subject, text].every((part) => part.includes(missingSign) || fontRuns(part).every((run) => !run.text.includes(missingSign)))

/** The signs that it has not, each once; empty: it can be printed. */
export function missingSigns({ address, subject, text }: { address: PostalAddress; subject: string; text: string }): string {
  const lines = addressLines(address)
  if (isPrintable({ address: lines, subject, text })) return ''
  return [...new Set([...lines, subject, text].join(''))].filter((sign) => !isPrintable({ address: [], subject: sign, text: '' })).join(' ')
}

/** How many pages a PDF has that we made. */
export const pagesOf = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0
