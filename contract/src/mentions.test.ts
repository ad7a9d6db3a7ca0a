import { expect, test } from 'vitest'
import { isMentionable, mentionBefore, mentionsIn } from './mentions.ts'

test('a name in a note is one after @, and no part of an e-mail address', () => {
  expect(mentionsIn('@Sanne, kijk jij? (@piet.bakker) jan@voorbeeld.nl @sanne.')).toEqual(['sanne', 'piet.bakker'])
})

test('an e-mail address can be a username', () => expect(mentionsIn('Vraag @jan@voorbeeld.nl!')).toEqual(['jan@voorbeeld.nl']))

test('a name with a space in it cannot be called', () => {
  expect(isMentionable('sanne')).toBe(true)
  expect(isMentionable('sanne de vries')).toBe(false)
})

test.each([
  ['Vraag @sa', 9, 'sa'],
  ['Vraag @', 7, ''],
  ['Vraag @sanne even', 17, null],
  ['jan@voor', 8, null],
])('%s at %i is typing %s', (text, cursor, typed) => expect(mentionBefore(text, cursor)).toBe(typed))
