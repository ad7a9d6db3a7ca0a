/** What a search looks for in each place; null where these words cannot stand. */
export type SearchTerms = { anywhere: string; start: string; postcode: string | null; digits: string | null }

export const searchLengthMin = 3

/** Reads a search as people write it: a phone in any notation, a name, a number, an address, a postcode. Null when it is too short to narrow anything down. */
export function readSearch(input: string): SearchTerms | null {
  const words = input.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()
  if (words.length < searchLengthMin) return null
  const digits = phoneDigits(words)
  const compact = words.replaceAll(' ', '').toUpperCase()
  return { anywhere: words, start: words, postcode: /^[0-9]{4}[A-Z]{0,2}$/.test(compact) ? compact : null, digits }
}

/** The digits that every notation of a number has in common: 06 1234 5678, +31 (0)6 12345678 and 0031-612345678 all give 612345678. */
export function phoneDigits(words: string): string | null {
  if (!/^\+?[\d\s().\-/]+$/.test(words)) return null
  const isInternational = words.startsWith('+') || words.startsWith('00')
  const digits = (isInternational ? words.replace('(0)', '') : words).replace(/\D/g, '')
  // Kept numbers begin with the country: a national zero, or the double one for abroad, is not among their digits.
  const kept = digits.replace(/^0+/, '')
  return kept.length < searchLengthMin ? null : kept
}

/** The text as LIKE takes it literally. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/** The values that search_case_ids() of the database asks for. */
export function searchValues({ anywhere, start, postcode, digits }: SearchTerms) {
  // Digits that were typed as they are kept stand among the words already.
  const otherDigits = digits !== null && digits !== anywhere ? `%${digits}%` : null
  return [`%${escapeLike(anywhere)}%`, `${escapeLike(start)}%`, postcode === null ? null : `${postcode}%`, otherDigits]
}
