import { beforeAll, expect, test, vi } from 'vitest'
import { needTexts, showLocale } from './locale-store.ts'
import { readDay, typedDay } from './read-day.ts'
import { readMoment, readTime, typedMoment } from './read-moment.ts'

// A Sunday.
const today = '2026-11-22'

beforeAll(async () => {
  vi.stubGlobal('localStorage', { getItem: () => 'nl', setItem: () => undefined })
  vi.stubGlobal('document', { documentElement: {} })
  await needTexts(['ui'])
})

test.each([
  ['3-12', '2026-12-03'],
  ['3-12-2026', '2026-12-03'],
  ['03/12/26', '2026-12-03'],
  ['031226', '2026-12-03'],
  ['3 december', '2026-12-03'],
  ['3 dec 2027', '2027-12-03'],
  ['3-1', '2027-01-03'],
  ['2026-12-03', '2026-12-03'],
  ['1-2-84', '1984-02-01'],
  ['morgen', '2026-11-23'],
  ['Overmorgen', '2026-11-24'],
  ['gisteren', '2026-11-21'],
  ['vr', '2026-11-27'],
  ['zondag', '2026-11-29'],
  ['+7', '2026-11-29'],
  ['+2w', '2026-12-06'],
])('"%s" is %s', (typed, day) => {
  expect(readDay(typed, today)).toBe(day)
})

test.each(['', '12', '31-2', '3-13', '3-', 'd', 'later', '12-34-56-78'])('"%s" is no day', (typed) => {
  expect(readDay(typed, today)).toBeNull()
})

test('without a year it is the nearest one that may be', () => {
  expect(readDay('3-12', today, { max: today })).toBe('2025-12-03')
  expect(readDay('3-10', today)).toBe('2026-10-03')
  expect(readDay('3-10', today, { min: today })).toBe('2027-10-03')
})

test('weekdays, months and "tomorrow" are those of the language', async () => {
  await showLocale('fr')
  expect(readDay('ma', today)).toBe('2026-11-24')
  expect(readDay('demain', today)).toBe('2026-11-23')
  expect(readDay('3 déc', today)).toBe('2026-12-03')
  expect(typedDay('2026-12-03')).toBe('03/12/2026')
  await showLocale('nl')
  expect(readDay('ma', today)).toBe('2026-11-23')
  expect(typedDay('2026-12-03')).toBe('03-12-2026')
})

test.each([
  ['9', '09:00'],
  ['930', '09:30'],
  ['1430', '14:30'],
  ['9.30', '09:30'],
  ['9u30', '09:30'],
  ['21u', '21:00'],
  ['2pm', '14:00'],
  ['12am', '00:00'],
])('"%s" is %s', (typed, time) => {
  expect(readTime(typed)).toBe(time)
})

test.each(['24:00', '9:75', 'uur', ''])('"%s" is no time', (typed) => {
  expect(readTime(typed)).toBeNull()
})

test.each([
  ['morgen 10', '2026-11-23T09:00:00.000Z'],
  ['vr 14:30', '2026-11-27T13:30:00.000Z'],
  ['3-12 9u', '2026-12-03T08:00:00.000Z'],
  ['3 december om 9:15', '2026-12-03T08:15:00.000Z'],
  ['15:00', '2026-11-22T14:00:00.000Z'],
  ['2026-12-03T10:00', '2026-12-03T09:00:00.000Z'],
  ['03-12-2026 10:00', '2026-12-03T09:00:00.000Z'],
])('"%s" is the moment %s', (typed, moment) => {
  expect(readMoment(typed, today)).toBe(moment)
})

test('a day without an hour is never midnight', () => {
  expect(readMoment('morgen', today)).toBe('2026-11-23T09:00:00.000Z')
})

test('a moment is shown as one types it, in Dutch time', () => {
  expect(typedMoment('2026-12-03T09:00:00.000Z')).toBe('03-12-2026 10:00')
  expect(readMoment(typedMoment('2026-06-03T09:00:00.000Z'), today)).toBe('2026-06-03T09:00:00.000Z')
})
