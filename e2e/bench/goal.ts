import type { World } from './world/world.ts'

/** A line of the result: what we measured beside the limit measured in the same run. */
export type Row = {
  id: string
  work: string
  unit: string
  /** Null where there is nothing to compare with. */
  limit: number | null
  ours: number
  goal: Target
  note?: string
}

/** `ratio` compares ours with the limit; `atMost` and `atLeast` are absolute; `none` is shown only. */
export type Target = { ratio: number } | { ratioAtLeast: number } | { atMost: number } | { atLeast: number } | { none: true }
export type Verdict = 'pass' | 'miss' | 'FAIL' | '-'

export type Goal = { id: string; work: string; measure(world: World): Promise<Row[]> }

/**
 * Compares a row with its goal. The full run is strict. The short one runs beside the tests on whatever machine there is, and speed is never a timed test:
 * a ratio that is missed is printed as `miss` for people to read, while what must be exact (totals, counters, nothing twice) fails in both.
 */
export function verdictOf(row: Row, isShort: boolean): Verdict {
  const { miss, isExact } = missOf(row)
  if (miss === null) return '-'
  if (miss <= 1) return 'pass'
  return isShort && !isExact ? 'miss' : 'FAIL'
}

export function ratioOf({ limit, ours }: Row): number | null {
  return limit === null || limit === 0 ? null : ours / limit
}

/** How far from the goal: 1 is just met, 2 is twice as much as allowed. A figure that is no number fails. */
function missOf(row: Row): { miss: number | null; isExact: boolean } {
  const { goal, ours } = row
  const ratio = ratioOf(row) ?? Number.POSITIVE_INFINITY
  const measured = (miss: number) => ({ miss: Number.isNaN(miss) ? Number.POSITIVE_INFINITY : miss, isExact: false })
  if ('none' in goal) return { miss: null, isExact: false }
  if ('ratio' in goal) return measured(ratio / goal.ratio)
  if ('ratioAtLeast' in goal) return measured(goal.ratioAtLeast / ratio)
  if ('atLeast' in goal) return measured(goal.atLeast / ours)
  // Zero allowed means exact.
  if (goal.atMost === 0) return { miss: ours === 0 ? 0 : Number.POSITIVE_INFINITY, isExact: true }
  return measured(ours / goal.atMost)
}

export function goalText(goal: Target): string {
  if ('none' in goal) return ''
  if ('ratio' in goal) return `<= ${goal.ratio}x`
  if ('ratioAtLeast' in goal) return `>= ${goal.ratioAtLeast}x`
  return 'atMost' in goal ? `<= ${goal.atMost}` : `>= ${goal.atLeast}`
}
