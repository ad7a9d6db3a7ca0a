import { expect, test } from 'vitest'
import { readabilityOf } from './readability.ts'

const easy = 'Beste {{naam}}. U moet nog {{bedrag}} betalen. Dat kan met de knop hier. Lukt dat niet? Bel ons dan. Wij helpen u graag.'
const hard =
  'Ingevolge de overeenkomstig artikel zesennegentig geformuleerde betalingsverplichting sommeren wij u derhalve onverwijld zorg te dragen voor voldoening van de vorderingsbedragen alsmede de verschuldigde buitengerechtelijke incassokosten, bij gebreke waarvan rechtsmaatregelen volgen.'

test('short words in short sentences are easy, a letter of a lawyer is not, and it says which sentence and which words', () => {
  expect(readabilityOf(easy, 'nl')).toMatchObject({ level: 'A2', longSentences: [], longWords: [] })
  const read = readabilityOf(hard, 'nl')
  expect(read).toMatchObject({ level: 'C1', sentences: 1 })
  expect(read?.longSentences[0]).toMatchObject({ words: 30, begin: expect.stringMatching(/^Ingevolge de/) as string })
  expect(read?.longWords[0]).toBe('betalingsverplichting')
})

test('each language has its own measure; ten words are needed to say anything', () => {
  expect(readabilityOf('You still have to pay. You can do so here. Call us if you can not.', 'eng')?.level).toBe('A2')
  expect(readabilityOf('Vous devez encore payer. Vous pouvez le faire ici. Appelez-nous si besoin.', 'fr')?.score).toBeGreaterThan(55)
  expect(readabilityOf('Te kort om iets te zeggen.', 'nl')).toBeNull()
  expect(readabilityOf('', 'nl')).toBeNull()
})

test('a field and an address count as a short word, however long they are', () => {
  const words = 'Betaal nu met deze knop want dan is het klaar voor u en voor ons.'
  const long = readabilityOf(
    `${words} {{buitengerechtelijke_incassokosten_van_de_opdrachtgever}} https://betaal.acme.nl/${'a'.repeat(80)}`,
    'nl',
  )
  expect(long?.longWords).toEqual([])
})
