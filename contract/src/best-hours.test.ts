import { expect, test } from 'vitest'
import { rateHours, wilsonInterval } from './best-hours.ts'

test('the interval of Wilson, reckoned by hand, stays within 0 and 1', () => {
  const { share, from, until } = wilsonInterval(15, 50) ?? { share: 0, from: 0, until: 0 }
  expect(share).toBe(0.3)
  expect(from).toBeCloseTo(0.191, 3)
  expect(until).toBeCloseTo(0.4375, 3)
  expect(wilsonInterval(0, 10)?.from).toBeCloseTo(0, 12)
  expect(wilsonInterval(0, 10)?.until).toBeCloseTo(0.2775, 3)
  expect(wilsonInterval(10, 10)?.until).toBeCloseTo(1, 12)
  expect(wilsonInterval(0, 0)).toBeNull()
})

test('an hour is better or worse only where its whole interval lies beside the share of all, and says nothing with few calls', () => {
  const hour = (at: number, calls: number, answered: number) => ({ weekday: 1, hour: at, calls, answered, isLawful: true })
  const rated = rateHours([hour(9, 100, 20), hour(10, 100, 60), hour(11, 100, 40), hour(12, 29, 29), hour(13, 0, 0)])
  expect(rated.map(({ hour: at, verdict }) => [at, verdict])).toEqual([
    [12, 'tooFew'],
    [10, 'better'],
    [11, 'same'],
    [9, 'worse'],
  ])
  expect(rateHours([])).toEqual([])
})
