import { expect, test } from 'vitest'
import { phoneDigits, readSearch } from './search-terms.ts'

test.each([
  '0612345678',
  '06 1234 5678',
  '06-12345678',
  '+31612345678',
  '+31 6 1234 5678',
  '0031 6 12345678',
  '+31 (0)6 1234 5678',
  '31612345678',
])('a phone written as %s is found among the digits that are kept', (written) => expect('31612345678').toContain(phoneDigits(written)))

test.each(['jansen', '12ab34', 'D-1001', 'a@b.nl'])('%s is no phone', (words) => expect(phoneDigits(words)).toBeNull())

test('two characters are too few, spaces around them do not count', () => {
  expect(readSearch(' ab ')).toBeNull()
  expect(readSearch('000')).toMatchObject({ digits: null })
  expect(readSearch(' abc ')).toMatchObject({ words: ['abc'] })
})

test('a postcode is known with or without its space', () => {
  expect(readSearch('3511 ab')).toMatchObject({ postcode: '3511AB' })
  expect(readSearch('3511')).toMatchObject({ postcode: '3511' })
  expect(readSearch('35111')).toMatchObject({ postcode: null })
})

test('the words of a name may stand anywhere; short words alone, a phone and a postcode stay together', () => {
  expect(readSearch('peters daan')).toMatchObject({ words: ['peters', 'daan'] })
  expect(readSearch('jo de')).toMatchObject({ words: ['jo de'] })
  expect(readSearch('06 1234 5678')).toMatchObject({ words: ['06 1234 5678'] })
  expect(readSearch('3511 ab')).toMatchObject({ words: ['3511 ab'] })
})
