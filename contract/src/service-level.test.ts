import { expect, test } from 'vitest'
import { averageWait, expectedWait, levelMark, serviceLevel, waitMark } from './service-level.ts'

test('the service level is what was answered in time, of who was answered or gave up', () => {
  expect(serviceLevel({ answered: 8, inTime: 6, abandoned: 2 })).toBe(0.6)
  expect(serviceLevel({ answered: 0, inTime: 0, abandoned: 3 })).toBe(0)
  expect(serviceLevel({ answered: 0, inTime: 0, abandoned: 0 })).toBeNull()
})

test('only who was answered counts for the average wait', () => {
  expect(averageWait({ answered: 4, waitSeconds: 72 })).toBe(18)
  expect(averageWait({ answered: 0, waitSeconds: 0 })).toBeNull()
})

test('the expected wait grows with the place and falls with those at work; without anybody it is not known', () => {
  const measured = { answered: 10, talkSeconds: 900 }
  expect(expectedWait(1, 3, measured)).toBe(30)
  expect(expectedWait(4, 3, measured)).toBe(120)
  expect(expectedWait(1, 1, { answered: 0, talkSeconds: 0 })).toBe(120)
  expect(expectedWait(1, 0, measured)).toBeNull()
})

test('marks stand at the target, a tenth below it, and three times the time', () => {
  expect([0.8, 0.79, 0.7, 0.69].map((level) => levelMark(level, 80))).toEqual(['good', 'fair', 'fair', 'bad'])
  expect([20, 21, 60, 61].map((seconds) => waitMark(seconds, 20))).toEqual(['good', 'fair', 'fair', 'bad'])
})
