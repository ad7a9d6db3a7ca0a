import type { Locale } from '@regie/contract/locale.ts'
import { amountRules } from './amounts.ts'
import { codeRules } from './codes.ts'
import { dateRules } from './dates.ts'
import type { SpokenRule } from './spoken-rule.ts'

type Piece = { text: string; isSpoken: boolean }

// In this order: what one rule has taken, no later one reads again.
const rules: readonly SpokenRule[] = [...codeRules.addresses, ...dateRules, ...amountRules, ...codeRules.numbers]

/**
 * A text as it is to be heard: amounts, dates, times, phone numbers and case numbers in words or digit by digit, addresses with their signs named.
 * Whole numbers stay digits, which every voice reads well.
 */
export function spokenText(text: string, language: Locale): string {
  const start: Piece[] = [{ text: text.normalize('NFC').replace(/[\u00a0\u202f\t]/g, ' '), isSpoken: false }]
  const pieces = rules.reduce(
    (all, rule) => all.flatMap((piece) => (piece.isSpoken ? [piece] : applied(rule, piece.text, language))),
    start,
  )
  return pieces
    .map((piece) => piece.text)
    .join('')
    .trim()
}

function applied({ pattern, say }: SpokenRule, text: string, language: Locale): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const match of text.matchAll(pattern)) {
    const words = say(match, language)
    if (words === null) continue
    pieces.push({ text: text.slice(from, match.index), isSpoken: false }, { text: words, isSpoken: true })
    from = match.index + match[0].length
  }
  return [...pieces, { text: text.slice(from), isSpoken: false }]
}
