import { expect, test } from 'vitest'
import { beginOfPeriod, nextPeriod } from './due-period.ts'

const at = (iso: string) => new Date(iso)
const next = (frequency: 'direct' | 'daily' | 'weekly' | 'monthly', mailedUntil: string, now: string, sendMinute = 450) => {
  const { from, until, at: moment } = nextPeriod({ frequency, sendMinute, mailedUntil: at(mailedUntil) }, at(now))
  return [from, until, moment].map((one) => one.toISOString())
}

test('a subscription begins at the day, week or month that runs in Amsterdam', () => {
  const now = at('2026-07-01T22:30:00Z')
  expect(beginOfPeriod('direct', now)).toEqual(now)
  expect(beginOfPeriod('daily', now).toISOString()).toBe('2026-07-01T22:00:00.000Z')
  expect(beginOfPeriod('weekly', now).toISOString()).toBe('2026-06-28T22:00:00.000Z')
  expect(beginOfPeriod('monthly', now).toISOString()).toBe('2026-06-30T22:00:00.000Z')
})

test.each([
  ['a day', 'daily', '2026-06-02T22:00:00Z', '2026-06-03T12:00:00Z', ['2026-06-02T22:00', '2026-06-03T22:00', '2026-06-04T05:30']],
  [
    'a day of 23 hours',
    'daily',
    '2026-03-28T23:00:00Z',
    '2026-03-29T12:00:00Z',
    ['2026-03-28T23:00', '2026-03-29T22:00', '2026-03-30T05:30'],
  ],
  [
    'a day of 25 hours',
    'daily',
    '2026-10-24T22:00:00Z',
    '2026-10-25T12:00:00Z',
    ['2026-10-24T22:00', '2026-10-25T23:00', '2026-10-26T06:30'],
  ],
  ['a week', 'weekly', '2026-05-31T22:00:00Z', '2026-06-03T12:00:00Z', ['2026-05-31T22:00', '2026-06-07T22:00', '2026-06-08T05:30']],
  ['January', 'monthly', '2025-12-31T23:00:00Z', '2026-01-20T12:00:00Z', ['2025-12-31T23:00', '2026-01-31T23:00', '2026-02-01T06:30']],
  ['February', 'monthly', '2026-01-31T23:00:00Z', '2026-02-20T12:00:00Z', ['2026-01-31T23:00', '2026-02-28T23:00', '2026-03-01T06:30']],
] as const)('%s ends at its midnight and is sent at the chosen time', (_name, frequency, mailedUntil, now, expected) => {
  expect(next(frequency, mailedUntil, now)).toEqual(expected.map((moment) => `${moment}:00.000Z`))
})

test('what happens is gathered for some minutes, without those of this moment', () => {
  const begun = '2026-06-03T10:00:00Z'
  expect(next('direct', begun, '2026-06-03T10:03:00Z')).toEqual(
    ['2026-06-03T10:00', '2026-06-03T10:05', '2026-06-03T10:07'].map((moment) => `${moment}:00.000Z`),
  )
  expect(next('direct', begun, '2026-06-03T11:00:00Z')[1]).toBe('2026-06-03T10:58:00.000Z')
})

test('after a long stop nobody is mailed about every day of it', () => {
  expect(next('daily', '2026-01-31T23:00:00Z', '2026-06-03T12:00:00Z')[0]).toBe('2026-05-26T22:00:00.000Z')
  expect(next('direct', '2026-01-31T23:00:00Z', '2026-06-03T12:00:00Z')[0]).toBe('2026-06-02T12:00:00.000Z')
})
