import { expect, test } from 'vitest'
import { timeLeft } from './time-left.ts'

test.each([
  [600_000, '10:00'],
  [599_001, '10:00'],
  [545_000, '9:05'],
  [1, '0:01'],
  [0, '0:00'],
  [-5_000, '0:00'],
])('%i ms is %s', (ms, left) => {
  expect(timeLeft(ms)).toBe(left)
})
