import { expect, test } from 'vitest'
import { noticeTerm } from './notice-term.ts'

test('what is there on 2 October may be paid from the 3rd through the 16th without costs; they are owed from the 17th', () => {
  expect(noticeTerm({ on: '2026-10-02', by: 'email' })).toEqual({
    ...{ deliveredOn: '2026-10-02', from: '2026-10-03', until: '2026-10-16', costsFrom: '2026-10-17' },
  })
})

test('a letter is there on the second day after it was sent, Sundays, Mondays and holidays not counted', () => {
  const there = (on: string) => noticeTerm({ on, by: 'letter' }).deliveredOn
  expect(there('2026-10-01')).toBe('2026-10-03')
  // Friday: Saturday is one, Tuesday the other.
  expect(there('2026-10-02')).toBe('2026-10-06')
  // Saturday: Tuesday and Wednesday.
  expect(there('2026-10-03')).toBe('2026-10-07')
  // 24 December 2026 is a Thursday: Christmas is Friday and Saturday.
  expect(there('2026-12-24')).toBe('2026-12-30')
  expect(noticeTerm({ on: '2026-12-24', by: 'letter' })).toMatchObject({ from: '2026-12-31', until: '2027-01-13', costsFrom: '2027-01-14' })
})
