/** What a search looks for in each place: all the words in a name or phone, the start of a number or address; null where nothing can stand. */
export type SearchTerms = { words: string[]; start: string; postcode: string | null; digits: string | null }

export const searchLengthMin = 3

/** Reads a search as people write it: a phone in any notation, a name, a number, an address, a postcode. Null when it is too short to narrow anything down. */
export function readSearch(input: string): SearchTerms | null {
  const start = input.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()
  if (start.length < searchLengthMin) return null
  const digits = phoneDigits(start)
  const compact = start.replaceAll(' ', '').toUpperCase()
  const postcode = /^[0-9]{4}[A-Z]{0,2}$/.test(compact) ? compact : null
  return { words: digits === null && postcode === null ? wordsOf(start) : [start], start, postcode, digits }
}

// The index knows words of three characters and more; where all are shorter ("jo de"), it knows them together.
function wordsOf(name: string): string[] {
  const words = [...new Set(name.split(' '))]
  return words.some((word) => word.length >= searchLengthMin) ? words : [name]
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

/** May the search mean a name? Digits and signs alone are a number or a phone. */
export const mayBeName = ({ start }: SearchTerms): boolean => /\p{L}/u.test(start)

/** The text as LIKE takes it literally. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/** The values that search_case_ids() of the database asks for. */
export function searchValues({ words, start, postcode, digits }: SearchTerms) {
  // Digits that were typed as they are kept stand among the words already.
  const otherDigits = digits !== null && digits !== start ? `%${digits}%` : null
  return [words, `${escapeLike(start)}%`, postcode === null ? null : `${postcode}%`, otherDigits] as const
}
