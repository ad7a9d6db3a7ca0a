import type { BatchTrial, TrialLimits } from '@regie/contract/batches.ts'

/** What the first cases brought: how many were tried, how many went wrong in which way, and how many have yet to be tried. */
export type TrialCount = { tried: number; untried: number } & Record<keyof TrialLimits, number>

const kinds = ['failed', 'bounced', 'blacklisted', 'complaints'] as const satisfies readonly (keyof TrialLimits)[]

/** The trial after a look at its cases; the same one when nothing has changed. */
export function evaluateTrial(trial: BatchTrial, count: TrialCount, now: Date): BatchTrial {
  if (trial.state !== 'running' && trial.state !== 'waiting') return trial
  const shareOf = (kind: keyof TrialLimits) => (count.tried === 0 ? 0 : Math.round((count[kind] / count.tried) * 1000) / 10)
  const measured = {
    tried: count.tried,
    failed: shareOf('failed'),
    bounced: shareOf('bounced'),
    blacklisted: shareOf('blacklisted'),
    complaints: shareOf('complaints'),
  }
  const seen: BatchTrial = { ...trial, measured }
  // So many went wrong that it would pass its limit even if all others went well: there is nothing to wait for.
  const beyond = kinds.filter((kind) => count[kind] * 100 > trial.limits[kind] * Math.max(trial.size, count.tried))
  if (beyond.length > 0) return { ...seen, state: 'stopped', exceeded: beyond, evaluateAt: null, evaluatedAt: now.toISOString() }
  if (trial.state === 'running') {
    if (count.tried === 0 || count.untried > 0) return seen
    const evaluateAt = new Date(now.getTime() + trial.waitMinutes * 60_000).toISOString()
    return trial.waitMinutes === 0 ? verdict(seen, now) : { ...seen, state: 'waiting', evaluateAt }
  }
  return trial.evaluateAt !== null && new Date(trial.evaluateAt) <= now ? verdict(seen, now) : seen
}

function verdict(trial: BatchTrial, now: Date): BatchTrial {
  const exceeded = kinds.filter((kind) => (trial.measured?.[kind] ?? 0) > trial.limits[kind])
  return { ...trial, state: exceeded.length > 0 ? 'stopped' : 'passed', exceeded, evaluateAt: null, evaluatedAt: now.toISOString() }
}
