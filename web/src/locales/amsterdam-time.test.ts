import { expect, test } from 'vitest'
import { fromAmsterdamInput, toAmsterdamInput } from './amsterdam-time.ts'

test.each([
  ['winter', '2027-01-15T09:00', '2027-01-15T08:00:00.000Z'],
  ['summer', '2027-07-15T09:00', '2027-07-15T07:00:00.000Z'],
  ['just before the spring change', '2027-03-28T01:59', '2027-03-28T00:59:00.000Z'],
  ['just after the spring change', '2027-03-28T03:00', '2027-03-28T01:00:00.000Z'],
  ['just after the autumn change', '2027-10-31T03:00', '2027-10-31T02:00:00.000Z'],
])('%s: what is typed is the instant that is kept, and comes back', (_when, typed, instant) => {
  expect(fromAmsterdamInput(typed)).toBe(instant)
  expect(toAmsterdamInput(instant)).toBe(typed)
})

test('the repeated hour of autumn is the first of the two', () => {
  expect(fromAmsterdamInput('2027-10-31T02:30')).toBe('2027-10-31T00:30:00.000Z')
})

test('an hour that spring skips moves an hour on', () => {
  expect(toAmsterdamInput(fromAmsterdamInput('2027-03-28T02:30'))).toBe('2027-03-28T03:30')
})

test('half a date is no instant', () => {
  expect(fromAmsterdamInput('2027-03')).not.toBeUndefined()
  expect(fromAmsterdamInput('')).toBeNull()
})
