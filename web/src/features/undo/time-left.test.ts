import { expect, test } from 'vitest'
import { timeLeft } from './time-left.ts'

test.each([
  [600_000, 10, 0],
  [599_001, 10, 0],
  [545_000, 9, 5],
  [1, 0, 1],
  [0, 0, 0],
  [-5_000, 0, 0],
])('%i ms are %i minutes and %i seconds', (ms, minutes, seconds) => {
  expect(timeLeft(ms)).toEqual({ minutes, seconds })
})
