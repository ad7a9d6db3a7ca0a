import { wordsOf } from './words-of-text.ts'

const askedMax = 8
const nobody = new Set<string>()

/** The typed words, as they are compared with those of a text. What is no word, as a number, is in none. */
export function askedWords(typed: string): string[] {
  const asked = wordsOf(typed, nobody, nobody).slice(0, askedMax)
  return asked.length === 0 && typed !== '' ? [typed] : asked
}

/**
 * Do all of these stand in a text, each as the beginning of a word? Asked of the words that are counted, so that nobody finds out by typing a name
 * who wrote.
 */
export const hasWords = (words: readonly string[], asked: readonly string[]): boolean =>
  asked.every((one) => words.some((word) => word.startsWith(one)))
