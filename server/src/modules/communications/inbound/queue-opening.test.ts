import { expect, test } from 'vitest'
import { isQueueOpen } from './queue-opening.ts'

const office = [{ weekdays: [1, 2, 3, 4, 5], start: '09:00', end: '16:59' }]
const at = (moment: string) => new Date(`${moment}+02:00`)

test.each([
  ['a queue without hours is always open', [], null, '2026-06-07T03:00:00', true],
  ['from its first minute', office, null, '2026-06-03T09:00:00', true],
  ['not before it', office, null, '2026-06-03T08:59:59', false],
  ['until the end of its last minute', office, null, '2026-06-03T16:59:59', true],
  ['not after it', office, null, '2026-06-03T17:00:00', false],
  ['not on another weekday', office, null, '2026-06-06T10:00:00', false],
  ['not on a holiday', office, null, '2026-05-25T10:00:00', false],
  ['a holiday that is an ordinary day here', office, { enabled: false, start: null, end: null }, '2026-05-25T10:00:00', true],
  ['a day off of the customer', office, { enabled: true, start: null, end: null }, '2026-06-03T10:00:00', false],
  ['hours of such a day', office, { enabled: true, start: '10:00', end: '11:59' }, '2026-06-03T11:00:00', true],
  ['outside of them', office, { enabled: true, start: '10:00', end: '11:59' }, '2026-06-03T12:00:00', false],
] as const)('%s', (_name, opening, own, moment, isOpen) => {
  expect(isQueueOpen(opening as never, own, at(moment))).toBe(isOpen)
})
