import { expect, test } from 'vitest'
import { styleFaults } from './style-faults.ts'

const namesOf = (text: string, isLetter = false) => styleFaults(text, 'nl', isLetter).map(({ fault, detail }) => `${fault} ${detail}`)

test('a sentence of more than 25 words is named by how it begins; two short ones are not', () => {
  const words = Array.from({ length: 26 }, (_, at) => `woord${at}`).join(' ')
  expect(namesOf(`Kort. ${words}.`)).toEqual([expect.stringContaining('sentenceLong 26: woord0 woord1')])
  expect(namesOf('U betaalt vandaag. Dan is het klaar.')).toEqual([])
})

test('a word of letters of collectors comes with the one that readers know, once', () => {
  expect(namesOf('Derhalve dient u te betalen, derhalve nu.')).toEqual(['wordHard derhalve → daarom', 'wordHard dient → moet'])
})

test('a formal letter is asked for amount, costs and a term that begins with its delivery', () => {
  const whole =
    'U betaalt {{bedrag}} binnen 14 dagen nadat deze brief bij u is bezorgd. Daarna komen er incassokosten bij: {{incassokosten}}. ' +
    'Bent u het er niet mee eens? Bel 020 123 4567. Ons registratienummer is 12.'
  expect(namesOf(whole, true)).toEqual([])
  expect(namesOf('Betaal binnen 14 dagen.', true)).toEqual(
    ['amount', 'term', 'costs', 'register', 'reach', 'dispute'].map((lacking) => `letterLacks ${lacking}`),
  )
  expect(namesOf('Betaal snel.')).toEqual([])
})
