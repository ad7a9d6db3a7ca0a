import { expect, test } from 'vitest'
import { wordDifference } from './word-difference.ts'

const shown = (before: string, after: string) =>
  wordDifference(before, after)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'added' ? `[+${text}]` : `[-${text}]`))
    .join('')

test.each([
  ['u betaalt vandaag', 'u betaalt vandaag', 'u betaalt vandaag'],
  ['u betaalt vandaag', 'u betaalt morgen', 'u betaalt [-vandaag][+morgen]'],
  ['een drie', 'een twee drie', 'een [+twee ]drie'],
  ['', 'nieuw', '[+nieuw]'],
  ['oud', '', '[-oud]'],
])('%s → %s', (before, after, words) => {
  expect(shown(before, after)).toBe(words)
})

test('a text of thousands of words is not compared word by word', () => {
  const long = 'woord '.repeat(5_000)
  expect(wordDifference(long, `${long}x`).map(({ kind }) => kind)).toEqual(['removed', 'added'])
})
