import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loadAllTexts } from '../../locales/load-texts.ts'
import { hidePersonal, ownWordsOf } from './hide-personal.ts'

const own = ownWordsOf(await loadAllTexts('nl'))

test.each([
  ['Batches', false, 'Batches'],
  ['Jan de Vries', true, '▒▒▒ ▒▒ ▒▒▒▒▒'],
  ['06 12345678', true, '▒▒ ▒▒▒▒▒▒▒▒'],
  ['€ 1.234,56', true, '€ ▒.▒▒▒,▒▒'],
  ['jan@example.nl', false, '▒▒▒@▒▒▒▒▒▒▒.▒▒'],
  ['Dossier 2024-0017', false, 'Dossier ▒▒▒▒-▒▒▒▒'],
])('%s (data: %s) reads as %s', (text, isData, expected) => {
  expect(hidePersonal(text, own, isData)).toBe(expected)
})

test('in data one of our words is not trusted, a whole text of ours is', () => {
  const [sentence] = [...own.sentences].filter((text) => /^[a-z]+$/i.test(text))
  expect(hidePersonal(sentence ?? '', own, true)).toBe(sentence)
  expect(hidePersonal(`Batches ${sentence ?? ''}`, own, true)).not.toMatch(/[a-z]/i)
})

test('names of arguments in a text are no words of ours', () => {
  expect(ownWordsOf({ a: 'Hallo {voornaam}, {aantal, plural, one {een stuk} other {# stuks}}' }).words).toEqual(
    new Set(['hallo', 'one', 'een', 'stuk', 'other', 'stuks']),
  )
})

test('no digit ever stays, and the length is kept', async () => {
  const all = [own, ownWordsOf(await loadAllTexts('eng')), ownWordsOf(await loadAllTexts('fr'))]
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.boolean(), fc.constantFrom(...all), (text, isData, words) => {
      const hidden = hidePersonal(text, words, isData)
      if (words.sentences.has(text.trim())) return
      expect(hidden).not.toMatch(/\p{Nd}/u)
    }),
    { seed: 20_261_121 },
  )
})
