import fc from 'fast-check'
import { expect, test } from 'vitest'
import { singleBraces } from './single-braces.ts'

const fields = new Set(['voornaam', 'naam', 'bedrag', 'datum_factuur', 'betaallink'])
const meantIn = (text: string) => singleBraces(text, fields).map(({ found, meant }) => `${found} ${meant}`)

test.each([
  ['Beste {voornaam},', ['{voornaam} {{voornaam}}']],
  ['Beste { Voornaam },', ['{ Voornaam } {{voornaam}}']],
  ['Beste {VOORNAAM}', ['{VOORNAAM} {{voornaam}}']],
  ['van {datum factuur} en {Datum-Factuur}', ['{datum factuur} {{datum_factuur}}', '{Datum-Factuur} {{datum_factuur}}']],
  ['{vornaam} {voornaaam} {voonraam}', ['{vornaam} {{voornaam}}', '{voornaaam} {{voornaam}}', '{voonraam} {{voornaam}}']],
  ['Beste {{voornaam}}, {iets anders} en {na} en {naan}', []],
  ['kapot: {{voornaam} en {voornaam}}', []],
])('%s', (text, expected) => expect(meantIn(text)).toEqual(expected))

const word = fc.stringMatching(/^[a-z]{1,12}$/)
const name = fc.oneof(word, fc.constantFrom(...fields))

test('a style sheet names no field, whatever its rules are called', () =>
  fc.assert(
    fc.property(fc.array(fc.record({ at: name, rules: fc.array(fc.tuple(name, name), { minLength: 1 }) })), (sheet) => {
      const css = sheet.map(({ at, rules }) => `.${at} { ${rules.map(([what, value]) => `${what}: ${value}`).join('; ')} }`).join('\n')
      expect(meantIn(`<style>${css}</style>`)).toEqual([])
      expect(meantIn(css.replaceAll(' ', ''))).toEqual([])
    }),
  ))

test('data names no field', () =>
  fc.assert(
    fc.property(
      fc.dictionary(name, fc.oneof(name, fc.integer(), fc.boolean(), fc.dictionary(name, name)), { minKeys: 1, noNullPrototype: true }),
      (data) => {
        expect(meantIn(JSON.stringify(data))).toEqual([])
        expect(meantIn(JSON.stringify(data, null, 2))).toEqual([])
      },
    ),
  ))

test('a text as long as one may be is read in a moment', () => {
  const began = performance.now()
  singleBraces('{ voornaam '.repeat(20_000), fields)
  expect(performance.now() - began).toBeLessThan(2_000)
})
