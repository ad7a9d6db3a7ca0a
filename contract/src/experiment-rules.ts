import type { ExperimentPlan } from './scripts.ts'

/** So many standard errors on either side of a figure hold the true one in 95 of a hundred cases. */
export const z95 = 1.959964
// Quantiles of the normal distribution for a two-sided interval, by how many variants are compared with the first one. With each comparison more one
// of them is wrong by chance more easily, so the certainty is shared over them (Bonferroni): 95% is 1 − 0.05 / comparisons for each.
const zLikely = [z95, 2.241403, 2.39398, 2.497705] as const
const zAlmostCertain = [2.575829, 2.807034, 2.935199, 3.023341] as const
// Four of five experiments find a difference of the planned size, if it is there.
const zPower = 0.841621

/** Fewer cases with (or without) what is counted say nothing: the interval is too rough below it. */
export const eventsMin = 10
/** And of amounts, fewer cases than this. */
export const casesMin = 30

/**
 * How many cases each variant needs to find a difference of the planned size in four of five experiments, with a chance of one in twenty to see one that
 * is not there: n = (z(α/2) + z(β))² · (p₁(1 − p₁) + p₂(1 − p₂)) / (p₁ − p₂)². The difference may be a gain or a loss; the one that needs more counts.
 */
export function plannedCases({ paidPercent, differencePoints }: ExperimentPlan, variants: number): number {
  const z = zOf(zLikely, variants - 1) + zPower
  const now = paidPercent / 100
  const by = differencePoints / 100
  const other = [now + by, now - by].filter((share) => share > 0 && share < 1)
  const sizes = other.map((share) => (z ** 2 * (now * (1 - now) + share * (1 - share))) / by ** 2)
  return Math.ceil(Math.max(casesMin, ...sizes))
}

/** Sums over the cases of a variant: how many there are, of what is counted (x), of what it is divided by (y), and of their squares and products. */
export type RatioSums = { cases: number; x: number; y: number; xx: number; xy: number; yy: number }

/** A share or ratio with its standard error; null where there is nothing to divide by. */
export type Estimate = { value: number; error: number }

/**
 * The ratio Σx / Σy over the cases of a variant, with its standard error by linearisation (the delta method):
 * var = n / (n − 1) · Σ(xᵢ − R·yᵢ)² / (Σy)². With y = 1 for each case it is a share with its usual error; with amounts it is the share of the money.
 */
export function ratioOf({ cases, x, y, xx, xy, yy }: RatioSums): Estimate | null {
  if (y <= 0 || cases < 2) return null
  const value = x / y
  // What is left of rounding below nothing is nothing.
  const squares = Math.max(0, xx - 2 * value * xy + value ** 2 * yy)
  return { value, error: Math.sqrt((cases / (cases - 1)) * squares) / y }
}

/** How sure a difference is. `tooEarly`: the planned number of cases is not there yet, whatever the figures look like. */
export type Verdict = 'tooEarly' | 'tooFew' | 'noDifference' | 'likely' | 'almostCertain'
/** `from` and `until`: between these lies the difference, with 95% certainty for all comparisons together. */
export type Difference = { by: number; from: number; until: number; verdict: Verdict }

type Compared = { first: Estimate | null; other: Estimate | null; comparisons: number; hasEnough: boolean; isReady: boolean }

/**
 * How a variant differs from the first one, in the words that the figures allow. Until both have their planned size no difference is called one: who looks
 * each day and stops at the first difference that seems real finds one that is not there far more often than one time in twenty.
 */
export function differenceOf({ first, other, comparisons, hasEnough, isReady }: Compared): Difference | null {
  if (first === null || other === null) return null
  const by = other.value - first.value
  const error = Math.hypot(first.error, other.error)
  const wide = zOf(zLikely, comparisons) * error
  const range = { by, from: by - wide, until: by + wide }
  if (!hasEnough || error === 0) return { ...range, verdict: 'tooFew' }
  if (!isReady) return { ...range, verdict: 'tooEarly' }
  const z = Math.abs(by) / error
  if (z >= zOf(zAlmostCertain, comparisons)) return { ...range, verdict: 'almostCertain' }
  return { ...range, verdict: z >= zOf(zLikely, comparisons) ? 'likely' : 'noDifference' }
}

function zOf(quantiles: readonly [number, ...number[]], comparisons: number): number {
  return quantiles[Math.min(Math.max(comparisons, 1), quantiles.length) - 1] ?? quantiles[0]
}
