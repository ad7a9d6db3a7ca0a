import { expect, test } from 'vitest'
import { formatNextDayOrMoment, formatNextMoment } from './next-moment.ts'

const saturday = new Date('2026-11-21T12:00:00Z')

test.each([
  ['later today is a time', '2026-11-21T17:30:00Z', '18:30'],
  ['within a week has its weekday', '2026-11-23T06:00:00Z', 'ma 07:00'],
  ['after midnight in Amsterdam is another day', '2026-11-21T23:30:00Z', 'zo 00:30'],
  ['later this year has its date', '2026-12-24T06:00:00Z', '24 dec 07:00'],
  ['another year says which', '2027-01-04T06:00:00Z', '4 jan 2027 07:00'],
])('%s', (_when, at, words) => {
  expect(formatNextMoment(at, saturday).replace(',', '')).toBe(words)
})

test.each([
  ['a day without an hour is the day alone', '2026-11-27T23:00:00Z', 'za 28 nov'],
  ['a moment of a day keeps its hour', '2026-11-23T06:00:00Z', 'ma 07:00'],
])('%s', (_when, at, words) => {
  expect(formatNextDayOrMoment(at, saturday).replace(',', '')).toBe(words)
})
