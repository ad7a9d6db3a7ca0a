import { expect, test } from 'vitest'
import { tenOClock, workingHourFrom } from './working-hours.ts'

test.each([
  ['a Sunday evening', '2026-11-22T21:30:00.000Z', '2026-11-23T08:00:00.000Z'],
  ['midnight', '2026-11-23T23:00:00.000Z', '2026-11-24T08:00:00.000Z'],
  ['within the hours', '2026-11-24T10:20:00.000Z', '2026-11-24T11:00:00.000Z'],
  ['after a Friday', '2026-11-27T16:30:00.000Z', '2026-11-30T08:00:00.000Z'],
])('the next working hour of %s', (_name, moment, next) => {
  expect(workingHourFrom(moment)).toBe(next)
})

test('a day ahead is a working day', () => {
  expect(tenOClock('2026-11-27', 1)).toBe('2026-11-30T09:00:00.000Z')
})
