import { expect, test } from 'vitest'
import { shareTurn } from './pacing.ts'

test.each([
  [100, [5], [100]],
  [100, [5, 5], [50, 50]],
  [100, [9, 1], [90, 10]],
  [2, [9, 9, 9], [1, 1, 1]],
  [10, [], []],
])('%i cases over priorities %j: %j', (casesMax, priorities, limits) => {
  expect(
    shareTurn(
      casesMax,
      priorities.map((priority) => ({ priority })),
    ).map((batch) => batch.limit),
  ).toEqual(limits)
})
