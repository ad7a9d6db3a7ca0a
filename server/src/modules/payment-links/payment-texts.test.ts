import { locales } from '@regie/contract/locale.ts'
import { expect, test } from 'vitest'
import { currencySign, formatDay, formatMoney, paymentText } from './payment-texts.ts'
import eng from './texts/eng.json' with { type: 'json' }
import fr from './texts/fr.json' with { type: 'json' }
import nl from './texts/nl.json' with { type: 'json' }

const shapeOf = (texts: Record<string, string>) =>
  Object.entries(texts)
    .map(([key, text]) => `${key} ${(text.match(/\{\w+\}/g) ?? []).sort().join()}`)
    .sort()

test('every language has every text, with the same names to fill in', () => {
  expect(shapeOf(eng)).toEqual(shapeOf(nl))
  expect(shapeOf(fr)).toEqual(shapeOf(nl))
})

test('no text is empty', () => {
  expect(Object.values({ ...nl, ...eng, ...fr }).filter((text) => text.trim() === '')).toEqual([])
})

test('amounts and days are written as the payer writes them', () => {
  const plain = (text: string) => text.replace(/\s/g, ' ')
  expect(locales.map((locale) => plain(formatMoney(locale, 123456, 'EUR')))).toEqual(['€ 1.234,56', '€1,234.56', '1 234,56 €'])
  expect(formatDay('nl', new Date('2027-03-01T22:59:59Z'))).toBe('1 maart 2027')
})

test('the sign of a currency stands where the language has it', () => {
  expect(locales.map((locale) => currencySign(locale, 'EUR'))).toEqual([
    { sign: '€', isBefore: true },
    { sign: '€', isBefore: true },
    { sign: '€', isBefore: false },
  ])
  expect(currencySign('nl', 'CHF')).toEqual({ sign: 'CHF', isBefore: true })
})

test('names are filled in', () => {
  expect(paymentText('nl', 'pay', { amount: '€ 10,00', method: 'iDEAL | Wero' })).toBe('Betaal € 10,00 met iDEAL | Wero')
})
