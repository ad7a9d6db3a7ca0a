import { expect, test } from 'vitest'
import { isPlainName } from './users.ts'

test.each(['admin', 'j.jansen', 'Zoë', 'жанна', 'сорел', 'νίκος', 'jan2@example.nl'])('%s is a name of its own', (name) =>
  expect(isPlainName(name)).toBe(true),
)

test.each([
  ['a Cyrillic letter among Latin ones', 'аdmin'],
  ['a Greek letter among Latin ones', 'jοhn'],
  ['wide letters', 'ａdmin'],
  ['a ligature', 'ﬁona'],
  ['foreign digits', 'admin١'],
  ['Cyrillic letters that all look Latin', 'соре'],
  ['Cyrillic capitals that all look Latin', 'МАТС'],
  ['Greek letters that all look Latin', 'νικο'],
  ['such letters beside a digit', 'соре2'],
])('%s looks like another name', (_what, name) => expect(isPlainName(name)).toBe(false))
