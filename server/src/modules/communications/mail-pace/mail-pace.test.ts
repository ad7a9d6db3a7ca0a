import { expect, test } from 'vitest'
import { type Pace, takePace } from './mail-pace.ts'

const start = new Date('2026-06-03T09:00:00Z')
const at = (ms: number) => new Date(start.getTime() + ms)

function leaveWithin(seconds: number, perMinute: number, askEveryMs: number): number {
  let pace: Pace | null = null
  let left = 0
  for (let ms = 0; ms < seconds * 1_000; ms += askEveryMs) {
    const taken = takePace(pace, perMinute, at(ms))
    pace = taken.pace
    if (taken.waitUntil === null) left++
  }
  return left
}

test.each([
  [6, 60, 6],
  [60, 60, 60],
  [600, 60, 600],
  [6_000, 10, 1_100],
])('of %i a minute leave in %i seconds at most %i, however often is asked', (perMinute, seconds, most) => {
  const left = leaveWithin(seconds, perMinute, 5)
  expect(left).toBeLessThanOrEqual(most + Math.max(1, perMinute / 60))
  expect(left).toBeGreaterThanOrEqual(Math.floor((perMinute * seconds) / 60))
})

test('those that wait are given one moment after the other, none later than a minute', () => {
  let pace = takePace(null, 30, start).pace
  const waits = Array.from({ length: 40 }, () => {
    const taken = takePace(pace, 30, start)
    pace = taken.pace
    return ((taken.waitUntil?.getTime() ?? 0) - start.getTime()) / 1_000
  })
  expect(waits.slice(0, 4)).toEqual([2, 4, 6, 8])
  expect(Math.max(...waits)).toBe(60)
})

test('a pause is not made good by a burst', () => {
  const { pace } = takePace(null, 60, start)
  const later = takePace(pace, 60, at(3_600_000))
  expect(later.waitUntil).toBeNull()
  expect(takePace(later.pace, 60, at(3_600_000)).waitUntil).toEqual(at(3_601_000))
})
