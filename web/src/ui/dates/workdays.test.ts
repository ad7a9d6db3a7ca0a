import { expect, test } from 'vitest'
import { usualDueDay } from './due-input.tsx'
import { lastWorkday, workdayFrom } from './workdays.ts'

test('what falls in a weekend is meant for the working day after it; the end of a month is its last working day', () => {
  expect(['2026-11-27', '2026-11-28', '2026-11-29', '2026-11-30'].map(workdayFrom)).toEqual([
    ...['2026-11-27', '2026-11-30', '2026-11-30', '2026-11-30'],
  ])
  expect(['2026-11-22', '2027-01-04', '2027-02-28', '2028-02-01'].map(lastWorkday)).toEqual([
    ...['2026-11-30', '2027-01-29', '2027-02-26', '2028-02-29'],
  ])
})

test('a holiday is no day to pay on: the working day after it is offered, also over several days', () => {
  // Christmas of 2026 is a Friday and a Saturday; Good Friday to Easter Monday of 2027 are four days.
  expect(['2026-12-25', '2027-01-01', '2027-03-26', '2027-04-27'].map(workdayFrom)).toEqual([
    ...['2026-12-28', '2027-01-04', '2027-03-30', '2027-04-28'],
  ])
  expect(usualDueDay('2026-12-18')).toBe('2026-12-28')
})
