import { errorCodes } from '@regie/contract/error-codes.ts'
import { describe, expect, test } from 'vitest'
import { icuArguments } from './icu-arguments.ts'
import { loadAllTexts } from './load-texts.ts'
import { texts as engShell } from './shell-texts/eng.ts'
import { texts as frShell } from './shell-texts/fr.ts'
import { texts as nlShell } from './shell-texts/nl.ts'
import { shellFiles } from './start-files.ts'

type Tree = { [key: string]: string | Tree }

function flat(tree: Tree, path = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value] as [string, string]] : flat(value, `${path}${key}.`),
  )
}

const dutch = new Map(flat(await loadAllTexts('nl')))

describe.each([
  ['eng', new Map(flat(await loadAllTexts('eng')))],
  ['fr', new Map(flat(await loadAllTexts('fr')))],
])('%s', (_locale, texts) => {
  test('it has the keys of nl and no others', () => {
    expect([...texts.keys()].sort()).toEqual([...dutch.keys()].sort())
  })

  test('no text is empty, and each takes the same arguments as in nl', () => {
    const wrong = [...dutch].filter(
      ([key, text]) => texts.get(key)?.trim() === '' || icuArguments(texts.get(key) ?? '') !== icuArguments(text),
    )
    expect(wrong.map(([key]) => key)).toEqual([])
  })
})

test('in French none counts as one, so what is said of one says its number or is of 1 alone', async () => {
  const wrong = flat(await loadAllTexts('fr')).filter(([, text]) =>
    [...text.matchAll(/ one \{((?:[^{}]|\{[^{}]*\})*)\}/g)].some(([, words = '']) => !/#|\{(total|count|left|amount)\b/.test(words)),
  )
  expect(wrong.map(([key]) => key)).toEqual([])
})

test('in French no line begins with a colon, semicolon, question or exclamation mark', async () => {
  const wrong = flat(await loadAllTexts('fr')).filter(([, text]) => /(?: [:;?!»](?:\s|$))|« /.test(text))
  expect(wrong.map(([key]) => key)).toEqual([])
})

test('every error code has a text', () => {
  expect(Object.keys(errorCodes).filter((code) => !dutch.has(`errors.${code}`) && !dutch.has(`refusals.${code}`))).toEqual([])
})

test('what a language has in one piece is what every screen shows', () => {
  for (const [locale, shell] of Object.entries({ nl: nlShell, eng: engShell, fr: frShell }))
    expect(Object.keys(shell).sort()).toEqual(shellFiles.map((name) => `../${locale}/${name}.json`).sort())
})
