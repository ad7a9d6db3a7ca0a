import { expect, test } from 'vitest'
import { averageWait, expectedWait, markOf, queueBounds, serviceLevel, usualLimits, worstOf } from './service-level.ts'

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

test('a figure is over where it is past its limit, on the side where it is worse', () => {
  const mark = (figure: 'wait' | 'level' | 'waiting') => (value: number) => markOf(value, queueBounds(figure, usualLimits))
  expect([80, 79, 70, 69].map(mark('level'))).toEqual(['good', 'fair', 'fair', 'bad'])
  expect([20, 21, 60, 61].map(mark('wait'))).toEqual(['good', 'fair', 'fair', 'bad'])
  expect([5, 6, 10, 11].map(mark('waiting'))).toEqual(['good', 'fair', 'fair', 'bad'])
  const drop = { warn: 2.5, limit: 3, worse: 'above' } as const
  expect([0.025, 0.029, 0.03, 0.0301].map((rate) => markOf(rate * 100, drop))).toEqual(['good', 'fair', 'fair', 'bad'])
})

test('of several marks the worst counts, and none where there are none', () => {
  expect(worstOf(['good', null, 'bad', 'fair'])).toBe('bad')
  expect(worstOf([null])).toBe(null)
})
