import { usualLimits } from '@regie/contract/service-level.ts'
import type { QueueBoard } from '@regie/contract/wallboard.ts'
import { expect, test } from 'vitest'
import { shownQueues } from './shown-queues.ts'
import { availableMark, crowdMarkOf, figuresOf, levelMarkOf, waitMarkOf, worstDropOf } from './wall-figures.ts'

const queue = (queueID: number, parts: Partial<QueueBoard> = {}): QueueBoard => ({
  ...{ queueID, teamID: 1, name: `Rij ${queueID}`, number: '', ...usualLimits, waiting: 0, longestSince: null, drops: [] },
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
  const waits = [queue(1, { waiting: 1, longestSince: '2026-06-03T08:00:00.000Z' })]
  expect(availableMark(figuresOf(waits))).toBe('bad')
  expect(waitMarkOf(waits, Date.parse('2026-06-03T08:00:30.000Z'))).toBe('fair')
  expect(waitMarkOf([queue(1)], 0)).toBeNull()
})

test('each queue is held to its own bounds, and the worst of them counts', () => {
  const patient = queue(1, { waiting: 8, waitingWarn: 8, waitingLimit: 20, longestSince: '2026-06-03T08:00:00.000Z', limitSeconds: 600 })
  expect(crowdMarkOf([patient])).toEqual({ mark: 'good', bound: null })
  expect(crowdMarkOf([patient, queue(2, { waiting: 6 })])).toEqual({ mark: 'fair', bound: 5 })
  expect(crowdMarkOf([patient, queue(2, { waiting: 11 })])).toEqual({ mark: 'bad', bound: 10 })
  expect(waitMarkOf([patient, queue(2)], Date.parse('2026-06-03T08:05:00.000Z'))).toBe('fair')
})

test('the drop rate is that of the script which drops most, not that of all together', () => {
  const drops = [
    { scriptID: 1, script: 'Rustig', answered: 1000, dropped: 0 },
    { scriptID: 2, script: 'Druk', answered: 100, dropped: 4 },
  ]
  expect(worstDropOf([queue(1, { drops })])).toEqual({ script: 'Druk', answered: 100, rate: 0.04 })
  expect(worstDropOf([queue(1)])).toBeNull()
})

test('what was chosen is shown as long as it is there; else all', () => {
  const all = [queue(1), queue(2), queue(3, { teamID: 2 })]
  expect(shownQueues(all, [], [])).toEqual([1, 2, 3])
  expect(shownQueues(all, [2], [])).toEqual([3])
  expect(shownQueues(all, [1], [2])).toEqual([2])
  expect(shownQueues(all, [9], [8])).toEqual([1, 2, 3])
})
