import { stopWords } from './stop-words.ts'

const lettersMin = 3
// Longer ones are no words: a line of a log, an id.
const lettersMax = 40
const chunkMax = 100

// What people and machines put inside a word without being seen: a soft hyphen, a space of no width.
const unseen = /[\u00ad\u200b-\u200d\u2060\ufeff]/g
// A run of letters and digits, with hyphens within.
const runs = /[\p{L}\p{M}\p{N}]+(?:-[\p{L}\p{M}\p{N}]+)*/gu
const digit = /\p{N}/u
// The beginning of an IBAN that is written in groups: the rest are digits, the letters of the bank are not. With a gap behind the letters of the country
// it stands in capitals, else every "op 12 juni 2026" would be one.
const ibanBegins = [
  /\b[A-Z]{2}\d{2}[\s.-]{0,3}[A-Z]{4}(?=[\s.-]{0,3}\d)/gi,
  /\b[A-Z]{2}[\s.-]{1,3}\d{2}[\s.-]{0,3}[A-Z]{4}(?=[\s.-]{0,3}\d{4})/g,
]
const siteEnd = /\.(?:nl|be|fr|de|eu|com|net|org|info|io|app|shop|uk|example)(?:[/:?#]|[).,;!?'">\]]{0,3}$)/

/** Not where a sentence begins behind a full stop without a space: betaald.De factuur. */
const isSite = (chunk: string) => siteEnd.test(chunk === chunk.toUpperCase() ? chunk.toLowerCase() : chunk)

/** A word as it is compared: without accents, hyphens and capitals. */
const plain = (word: string) =>
  word
    .normalize('NFD')
    .replace(/[\p{M}-]/gu, '')
    .toLowerCase()

/** The parts of names and addresses, to be left out of a text. */
export function namesOf(...texts: readonly (string | null)[]): Set<string> {
  const parts = texts.flatMap((text) => (text ?? '').replaceAll(unseen, '').match(runs) ?? [])
  return new Set(parts.flatMap((part) => [part, ...part.split('-')]).map(plain))
}

/**
 * The words of a text in the order in which they stand, in lower case, without whatever tells who somebody is: mail addresses, sites, whatever has a
 * digit in it (numbers of phones, accounts, cases and houses), and the given names.
 */
export function wordsOf(text: string, names: ReadonlySet<string>, staffNames: ReadonlySet<string>): string[] {
  const isName = (part: string) => names.has(part) || staffNames.has(part)
  // Jansens, for what is of Jansen; an apostrophe ends a word anyhow.
  const isNamed = (part: string) => isName(part) || (part.length > lettersMin && part.endsWith('s') && isName(part.slice(0, -1)))
  const found: string[] = []
  const seen = text.normalize('NFC').replaceAll(unseen, '')
  const readable = ibanBegins.reduce((rest, begin) => rest.replaceAll(begin, ' '), seen)
  for (const chunk of readable.split(/\s+/)) {
    if (chunk.length > chunkMax || chunk.includes('@') || chunk.includes('://') || /^www\./i.test(chunk) || isSite(chunk)) continue
    for (const run of chunk.match(runs) ?? []) {
      if (digit.test(run) || run.length > lettersMax) continue
      if (isNamed(plain(run)) || run.split('-').some((part) => isNamed(plain(part)))) continue
      found.push(run.toLowerCase())
    }
  }
  return found
}

const isFiller = (word: string) => word.length < lettersMin || stopWords.has(word)

/** A word says what a text is about: it has three letters and is none that stands in every text, nor made of such words alone (pouvez-vous). */
export function saysSomething(word: string): boolean {
  return !isFiller(word) && !word.split('-').every(isFiller)
}
