import { stopWords } from './stop-words.ts'
import { mergeField } from './template-blocks.ts'

// Names that are written so, and the words with which one leaves and comes back; four letters or more: NS, KVK and BTW are no shouting.
const writtenInCapitals = new Set(['IBAN', 'ANWB', 'IDEAL', 'SEPA', 'URSSAF', ...stopWords, 'START'])

/** The words of a text that shout: all capitals, four letters or more; no name, number or merge field. */
export function shoutedIn(text: string): string[] {
  const words = text.replace(mergeField, ' ').match(/[\p{L}\p{N}]+/gu) ?? []
  return [...new Set(words.filter((word) => /^\p{Lu}{4,}$/u.test(word) && !writtenInCapitals.has(word)))]
}
