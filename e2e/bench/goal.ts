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
export type Verdict = 'pass' | 'near' | 'FAIL' | '-'

export type Goal = { id: string; work: string; measure(world: World): Promise<Row[]> }

// In the short run figures are small and CI machines noisy: a miss is always printed, but fails only beyond this factor.
const shortAllowance = 1.5

/** Judges a row. The full run is strict; the short one checks ratios only. */
export function judge(row: Row, isShort: boolean): Verdict {
  const { miss, isRatio } = missOf(row)
  if (miss === null) return '-'
  if (miss <= 1) return 'pass'
  if (!isShort) return 'FAIL'
  return isRatio && miss > shortAllowance ? 'FAIL' : 'near'
}

export function ratioOf({ limit, ours }: Row): number | null {
  return limit === null || limit === 0 ? null : ours / limit
}

/** How far from the goal: 1 is just met, 2 is twice as much as allowed. A figure that is no number fails. */
function missOf(row: Row): { miss: number | null; isRatio: boolean } {
  const { goal, ours } = row
  const ratio = ratioOf(row) ?? Number.POSITIVE_INFINITY
  const orFailed = (miss: number) => (Number.isNaN(miss) ? Number.POSITIVE_INFINITY : miss)
  if ('none' in goal) return { miss: null, isRatio: false }
  if ('ratio' in goal) return { miss: orFailed(ratio / goal.ratio), isRatio: true }
  if ('ratioAtLeast' in goal) return { miss: orFailed(goal.ratioAtLeast / ratio), isRatio: true }
  // Zero allowed means exact.
  if ('atMost' in goal)
    return { miss: goal.atMost === 0 ? (ours === 0 ? 0 : Number.POSITIVE_INFINITY) : orFailed(ours / goal.atMost), isRatio: false }
  return { miss: orFailed(goal.atLeast / ours), isRatio: false }
}

export function goalText(goal: Target): string {
  if ('none' in goal) return ''
  if ('ratio' in goal) return `<= ${goal.ratio}x`
  if ('ratioAtLeast' in goal) return `>= ${goal.ratioAtLeast}x`
  return 'atMost' in goal ? `<= ${goal.atMost}` : `>= ${goal.atLeast}`
}
