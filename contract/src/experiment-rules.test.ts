import { expect, test } from 'vitest'
import { differenceOf, plannedCases, type RatioSums, ratioOf } from './experiment-rules.ts'

// As R says: power.prop.test(p1 = .20, p2 = .25, power = .80) rounds to 1,094; (p1 = .10, p2 = .15) to 686; (p1 = .50, p2 = .60) to 388.
// Its formula pools the variance under no difference; ours does not, which differs by a few cases.
test.each([
  [{ paidPercent: 20, differencePoints: 5 }, 2, 1091],
  [{ paidPercent: 10, differencePoints: 5 }, 2, 683],
  [{ paidPercent: 50, differencePoints: 10 }, 2, 385],
  // With more comparisons each has to be more certain.
  [{ paidPercent: 20, differencePoints: 5 }, 3, 1322],
  [{ paidPercent: 20, differencePoints: 5 }, 5, 1551],
])('%o with %i variants takes %i cases each', (plan, variants, cases) => expect(plannedCases(plan, variants)).toBe(cases))

test('a difference larger than what pays now can only be a gain', () => {
  expect(plannedCases({ paidPercent: 5, differencePoints: 10 }, 2)).toBeGreaterThan(30)
  expect(plannedCases({ paidPercent: 50, differencePoints: 50 }, 2)).toBe(30)
})

/** A share: so many of so many. */
const share = (count: number, cases: number): RatioSums => ({ cases, x: count, y: cases, xx: count, xy: count, yy: cases })
const sumsOf = (pairs: readonly (readonly [number, number])[]): RatioSums => {
  const sum = (of: (pair: readonly [number, number]) => number) => pairs.reduce((all, pair) => all + of(pair), 0)
  return {
    cases: pairs.length,
    x: sum(([x]) => x),
    y: sum(([, y]) => y),
    xx: sum(([x]) => x * x),
    xy: sum(([x, y]) => x * y),
    yy: sum(([, y]) => y * y),
  }
}

test('a share has its usual error', () => {
  const found = ratioOf(share(200, 1000))
  expect(found?.value).toBe(0.2)
  // √(0.2 · 0.8 / 999)
  expect(found?.error).toBeCloseTo(0.012655, 5)
})

test('of amounts the large ones weigh more, and make it less certain', () => {
  // Worked out by hand: R = 150 / 400; Σ(x − R·y)² = 62.5² + 37.5² + 12.5² + 37.5² = 6875; √(4/3 · 6875) / 400.
  const found = ratioOf(
    sumsOf([
      [100, 100],
      [0, 100],
      [50, 100],
      [0, 100],
    ]),
  )
  expect(found?.value).toBeCloseTo(0.375, 6)
  expect(found?.error).toBeCloseTo(Math.sqrt((4 / 3) * 6875) / 400, 6)
  const uneven = ratioOf(
    sumsOf([
      [1000, 1000],
      [0, 10],
      [0, 10],
      [0, 10],
    ]),
  )
  expect(uneven?.error).toBeLessThan(0.1)
  expect(
    ratioOf(
      sumsOf([
        [0, 0],
        [0, 0],
      ]),
    ),
  ).toBeNull()
  expect(ratioOf(share(1, 1))).toBeNull()
})

const compared = (first: RatioSums, other: RatioSums, more: { comparisons?: number; isReady?: boolean; hasEnough?: boolean } = {}) =>
  differenceOf({ first: ratioOf(first), other: ratioOf(other), comparisons: 1, isReady: true, hasEnough: true, ...more })

test('a difference in words: by how sure it is', () => {
  expect(compared(share(200, 1000), share(210, 1000))?.verdict).toBe('noDifference')
  expect(compared(share(200, 1000), share(240, 1000))?.verdict).toBe('likely')
  expect(compared(share(200, 1000), share(140, 1000))?.verdict).toBe('almostCertain')
  // What is likely between two is not between five.
  expect(compared(share(200, 1000), share(240, 1000), { comparisons: 4 })?.verdict).toBe('noDifference')
})

test('before the planned size no difference is called one', () => {
  expect(compared(share(200, 1000), share(400, 1000), { isReady: false })?.verdict).toBe('tooEarly')
  expect(compared(share(2, 1000), share(400, 1000), { hasEnough: false })?.verdict).toBe('tooFew')
  expect(compared(share(0, 1000), share(0, 1000))?.verdict).toBe('tooFew')
})

test('the interval holds the true difference 19 times of 20', () => {
  // A generator of its own: the same numbers each time.
  let state = 42
  const random = () => (state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32) / 2 ** 32
  const draw = (paid: number) =>
    sumsOf(
      Array.from({ length: 400 }, () => {
        const owed = 50 + random() * 950
        return [random() < paid ? owed : 0, owed] as const
      }),
    )
  const rounds = 400
  const held = Array.from({ length: rounds }, () => compared(draw(0.2), draw(0.3))).filter(
    (one) => one !== null && one.from <= 0.1 && one.until >= 0.1,
  )
  expect(held.length / rounds).toBeGreaterThan(0.92)
  expect(held.length / rounds).toBeLessThan(0.98)
})
