import { expect, test } from 'vitest'
import eng from './texts/eng.json' with { type: 'json' }
import fr from './texts/fr.json' with { type: 'json' }
import nl from './texts/nl.json' with { type: 'json' }

const shapeOf = (texts: Record<string, string>) =>
  Object.entries(texts)
    .map(([key, text]) => `${key} ${(text.match(/\{\w+\}/g) ?? []).sort().join()}`)
    .sort()

test('every language has every text of the pages, with the same names to fill in, and none is empty', () => {
  expect(shapeOf(eng)).toEqual(shapeOf(nl))
  expect(shapeOf(fr)).toEqual(shapeOf(nl))
  expect([nl, eng, fr].flatMap((texts) => Object.values(texts)).filter((text) => text.trim() === '')).toEqual([])
})
