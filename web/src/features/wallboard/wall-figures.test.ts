import type { QueueBoard } from '@regie/contract/wallboard.ts'
import { expect, test } from 'vitest'
import { shownQueues } from './shown-queues.ts'
import { availableMark, figuresOf, levelMarkOf, waitMarkOf } from './wall-figures.ts'

const queue = (queueID: number, parts: Partial<QueueBoard> = {}): QueueBoard => ({
  ...{ queueID, teamID: 1, name: `Rij ${queueID}`, number: '', targetSeconds: 20, targetPercent: 80, waiting: 0, longestSince: null },
  ...{ answered: 0, inTime: 0, abandoned: 0, waitSeconds: 0, available: 0, loggedIn: 0, afterWork: 0 },
  ...parts,
})

test('queues together add what was counted, and never average their averages', () => {
  const figures = figuresOf([
    queue(1, { answered: 90, inTime: 90, waitSeconds: 450, waiting: 1, longestSince: '2026-06-03T08:00:30.000Z' }),
    queue(2, { answered: 10, inTime: 0, waitSeconds: 550, waiting: 2, longestSince: '2026-06-03T08:00:00.000Z', targetSeconds: 10 }),
  ])
  expect(figures).toMatchObject({ level: 0.9, averageWait: 10, answered: 100, waiting: 3, targetSeconds: 10 })
  expect(figures.longestSince).toBe('2026-06-03T08:00:00.000Z')
})

test('whoever answers two queues is one person', () => {
  const both = { available: 3, loggedIn: 9, afterWork: 2 }
  expect(figuresOf([queue(1, both), queue(2, both)])).toMatchObject(both)
})

test('before the first call there is no level to show, and nobody free is bad only when somebody waits', () => {
  expect(levelMarkOf(figuresOf([queue(1)]))).toBeNull()
  expect(availableMark(figuresOf([queue(1, { loggedIn: 2 })]))).toBe('fair')
  const waits = figuresOf([queue(1, { waiting: 1, longestSince: '2026-06-03T08:00:00.000Z' })])
  expect(availableMark(waits)).toBe('bad')
  expect(waitMarkOf(waits, Date.parse('2026-06-03T08:00:30.000Z'))).toBe('fair')
})

test('what was chosen is shown as long as it is there; else all', () => {
  const all = [queue(1), queue(2), queue(3, { teamID: 2 })]
  expect(shownQueues(all, [], [])).toEqual([1, 2, 3])
  expect(shownQueues(all, [2], [])).toEqual([3])
  expect(shownQueues(all, [1], [2])).toEqual([2])
  expect(shownQueues(all, [9], [8])).toEqual([1, 2, 3])
})
