import { expect, test } from 'vitest'
import { nextReminderAt, reminderKey, remindersDue } from './reminders.ts'
import { timeLeft } from '../complaints/time-left.ts'

const at = (time: string) => `2027-03-10T${time}:00.000Z`
const moment = (time: string) => Date.parse(at(time))
const callbacks = [
  { callbackID: 1, at: at('09:58') },
  { callbackID: 2, at: at('10:05') },
  { callbackID: 3, at: at('10:06') },
]

test('one is told of a call-back five minutes before, once, and again when it was moved', () => {
  expect(remindersDue(callbacks, moment('10:00'), new Set())).toEqual([callbacks[1]])
  const reminded = new Set(callbacks.slice(1, 2).map(reminderKey))
  expect(remindersDue(callbacks, moment('10:00'), reminded)).toEqual([])
  expect(remindersDue([{ callbackID: 2, at: at('10:04') }], moment('10:00'), reminded)).toHaveLength(1)
})

test('between reminders nobody looks', () => {
  expect(nextReminderAt(callbacks, moment('10:00'))).toBe(moment('10:01'))
  expect(nextReminderAt(callbacks, moment('10:02'))).toBeNull()
})

test.each([
  ['10:00', 'error', true, 1, 30],
  ['12:00', 'error', false, 0, 30],
  ['15:30', 'warning', false, 4, 0],
] as const)('a clock that ends at %s is %s at half past eleven', (until, tone, isLate, hours, minutes) => {
  expect(timeLeft(at(until), moment('11:30'))).toEqual({ tone, isLate, days: 0, hours, minutes })
})
