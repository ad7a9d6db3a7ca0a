import { expect, test } from 'vitest'
import { periodOf } from './period-days.ts'

test.each([
  ['2026-11-22', '2026-11-16', '2026-11-22'],
  ['2026-11-23', '2026-11-23', '2026-11-29'],
  ['2027-01-01', '2026-12-28', '2027-01-03'],
])('the week of %s begins on Monday %s', (today, from, until) => {
  expect(periodOf('thisWeek', today)).toEqual({ from, until })
})

test.each([
  ['2027-03-31', '2027-02-01', '2027-02-28'],
  ['2027-01-15', '2026-12-01', '2026-12-31'],
])('the month before %s is %s to %s', (today, from, until) => {
  expect(periodOf('lastMonth', today)).toEqual({ from, until })
})
