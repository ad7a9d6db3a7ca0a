import { expect, test } from 'vitest'
import type { BatchCounts } from '@regie/contract/batches.ts'
import { callAnswers, caseStates } from './batch-chart-data.ts'

test('the states of the cases add up to the total', () => {
  const counts = { total: 100, open: 40, busy: 5, paused: 10, closed: 50, paid: 20 } as BatchCounts
  expect(caseStates(counts).reduce((sum, part) => sum + part.value, 0)).toBe(100)
})

test('a moment in which more are busy than open never shows less than none', () => {
  const counts = { total: 3, open: 1, busy: 2, paused: 0, closed: 2, paid: 2 } as BatchCounts
  expect(caseStates(counts).every((part) => part.value >= 0)).toBe(true)
})

test('who was put through is counted once', () => {
  const counts = { human: 10, transfers: 4, voicemail: 2, other: 1, notCalled: 3 } as BatchCounts
  expect(callAnswers(counts).map(({ key, value }) => [key, value])).toEqual([
    ['human', 6],
    ['voicemail', 2],
    ['other', 1],
    ['transfers', 4],
    ['notCalled', 3],
  ])
})
