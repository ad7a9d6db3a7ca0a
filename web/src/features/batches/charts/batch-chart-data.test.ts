import { expect, test } from 'vitest'
import type { BatchCounts } from '@regie/contract/batches.ts'
import { caseStates } from './batch-chart-data.ts'

test('the states of the cases add up to the total', () => {
  const counts = { total: 100, open: 40, busy: 5, paused: 10, closed: 50, paid: 20 } as BatchCounts
  expect(caseStates(counts).reduce((sum, part) => sum + part.value, 0)).toBe(100)
})

test('a moment in which more are busy than open never shows less than none', () => {
  const counts = { total: 3, open: 1, busy: 2, paused: 0, closed: 2, paid: 2 } as BatchCounts
  expect(caseStates(counts).every((part) => part.value >= 0)).toBe(true)
})
