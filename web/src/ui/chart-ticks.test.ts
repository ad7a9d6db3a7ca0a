import { expect, test } from 'vitest'
import { chartTicks } from './chart-ticks.ts'

test.each([
  [207_000, [0, 100_000, 200_000, 300_000]],
  [160_000, [0, 50_000, 100_000, 150_000, 200_000]],
  [80, [0, 20, 40, 60, 80]],
  [0.37, [0, 0.1, 0.2, 0.3, 0.4]],
  [1, [0, 0.5, 1]],
  [0, [0]],
])('the ticks to %d are round and equally far apart', (largest, ticks) => {
  expect(chartTicks(largest)).toEqual(ticks)
})
