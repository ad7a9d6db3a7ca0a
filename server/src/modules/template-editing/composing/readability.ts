import type { Locale } from '@regie/contract/locale.ts'
import { mergeField } from '@regie/contract/template-blocks.ts'
import type { Readability } from '@regie/contract/templates.ts'

// Language level B1: 15 words on average; above 25 most readers begin the sentence again.
const sentenceWordsMax = 25
// Longer words are read in pieces.
const wordLettersMax = 14
const listedMax = 5
const beginMax = 60

// Flesch for English, as Douma measured it for Dutch and Kandel and Moles for French: from 100, less for long sentences and many syllables.
const weights: Record<Locale, { base: number; sentence: number; syllable: number }> = {
  nl: { base: 206.84, sentence: 0.93, syllable: 77 },
  eng: { base: 206.84, sentence: 1.015, syllable: 84.6 },
  fr: { base: 207, sentence: 1.015, syllable: 73.6 },
}

/** How hard a text is to read: an indication by the length of its sentences and words, and what to change first. Null: too short to say. */
export function readabilityOf(text: string, locale: Locale): Readability | null {
  // A value stands where its place is; how long it is nobody knows.
  const plain = text.replace(mergeField, 'naam').replace(/https?:\/\/\S+/g, 'link')
  const sentences = plain
    .split(/[.!?:](?=\s|$)|\n+/)
    .map((sentence) => ({ begin: beginOf(sentence), words: wordsIn(sentence) }))
    .filter(({ words }) => words.length > 0)
  const words = sentences.flatMap((sentence) => sentence.words)
  if (words.length < 10) return null
  const { base, sentence, syllable } = weights[locale]
  const averageWords = words.length / sentences.length
  const syllables = words.reduce((sum, word) => sum + syllablesIn(word), 0)
  const score = Math.round(Math.min(100, Math.max(0, base - sentence * averageWords - syllable * (syllables / words.length))))
  const long = sentences.filter((one) => one.words.length > sentenceWordsMax)
  return {
    ...{ score, level: levelOf(score), words: words.length, sentences: sentences.length },
    averageWords: Math.round(averageWords * 10) / 10,
    longSentences: long
      .toSorted((a, b) => b.words.length - a.words.length)
      .slice(0, listedMax)
      .map(({ begin, words: its }) => ({ words: its.length, begin })),
    longWords: [...new Set(words.map((word) => word.toLowerCase()).filter((word) => word.length > wordLettersMax))]
      .toSorted((a, b) => b.length - a.length)
      .slice(0, listedMax),
  }
}

// What readers of each level still follow, after the tables of Flesch and Douma.
function levelOf(score: number): Readability['level'] {
  if (score >= 75) return 'A2'
  if (score >= 55) return 'B1'
  return score >= 40 ? 'B2' : 'C1'
}

const wordsIn = (text: string) => text.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? []
const syllablesIn = (word: string) => Math.max(1, word.toLowerCase().match(/[aeiouyàâäáéèêëíìîïóòôöúùûüÿœæ]+/g)?.length ?? 0)

function beginOf(sentence: string): string {
  const trimmed = sentence.trim().replace(/\s+/g, ' ')
  return trimmed.length <= beginMax ? trimmed : `${trimmed.slice(0, beginMax)}…`
}
