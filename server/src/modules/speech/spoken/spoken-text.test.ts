import type { Locale } from '@regie/contract/locale.ts'
import { expect, test } from 'vitest'
import { spokenText } from './spoken-text.ts'

test.each<[Locale, string, string]>([
  ['nl', 'Er staat € 1.234,56 open.', 'Er staat 1234 euro en 56 cent open.'],
  ['nl', 'U betaalt €\u00a0125,00 voor 1 mei.', 'U betaalt 125 euro voor 1 mei.'],
  ['nl', 'nog € 0,05 en € 1,01', 'nog 5 cent en 1 euro en 1 cent'],
  ['nl', 'EUR 12.500,- of 125 euro of -€ 3,10', '12500 euro of 125 euro of min 3 euro en 10 cent'],
  ['eng', 'You owe €1,234.56 or £1.', 'You owe 1234 euros and 56 cents or 1 pound.'],
  ['eng', 'just €0.01', 'just 1 cent'],
  ['fr', 'Il reste 1\u202f234,56\u00a0€ à payer.', 'Il reste 1234 euros et 56 centimes à payer.'],
  ['fr', 'soit 1,00 €', 'soit 1 euro'],
])('an amount (%s): %s', (language, written, spoken) => {
  expect(spokenText(written, language)).toBe(spoken)
})

test.each<[Locale, string, string]>([
  ['nl', 'voor 22-11-2026 om 09:00 uur', 'voor 22 november 2026 om 9 uur'],
  ['nl', 'op 1/2/2027, 14:30', 'op 1 februari 2027, 14 uur 30'],
  ['eng', 'by 2026-11-22 at 9:05', 'by 22 November 2026 at 9 oh 5'],
  ['fr', 'le 01/12/2026 à 9h30', 'le 1er décembre 2026 à 9 heures 30'],
  ['nl', 'op 31-02-2026', 'op 3 1, 0 2, 2 0 2 6'],
])('a date or a time (%s): %s', (language, written, spoken) => {
  expect(spokenText(written, language)).toBe(spoken)
})

test.each<[Locale, string, string]>([
  ['nl', 'dossier 2026-0001', 'dossier 2 0 2 6, 0 0 0 1'],
  ['nl', 'factuur F-1001.', 'factuur F, 1 0 0 1.'],
  ['nl', 'zaak DOS123456', 'zaak D O S, 1 2 3, 4 5 6'],
  ['nl', 'Bel 06-12345678 of +31 10 123 45 67', 'Bel 0 6, 1 2, 3 4, 5 6, 7 8 of plus 3 1, 1 0, 1 2 3, 4 5, 6 7'],
  ['eng', 'call 0201234567', 'call 0 2, 0 1, 2 3, 4 5, 6 7'],
  ['nl', 'NL91 ABNA 0417 1643 00', 'N L 9 1, A B N A, 0 4 1 7, 1 6 4 3, 0 0'],
  ['nl', 'op 1234 AB in Utrecht', 'op 1 2 3 4 A B in Utrecht'],
  ['nl', 'info@voorbeeld.nl', 'info apenstaartje voorbeeld punt nl'],
  ['fr', 'https://www.exemple.fr/p/x?y=1', 'exemple point fr'],
])('a number that one writes down (%s): %s', (language, written, spoken) => {
  expect(spokenText(written, language)).toBe(spoken)
})

test.each(['binnen 14 dagen', 'in 2026', 'de 2e keer', 'tussen 9 en 17', 'bel 24-7', 'seizoen 2025-2026', 'Zoë & Jan', ''])(
  'what reads well already stays: %s',
  (text) => {
    expect(spokenText(text, 'nl')).toBe(text)
  },
)
