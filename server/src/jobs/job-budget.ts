import { type Excess, withWorkMeter } from '../platform/db/work-meter.ts'
import type { JobBudget } from './job-catalogue.ts'
import { watchMemory } from './memory-watch.ts'

/** What of its budget a job has used up. */
export type BudgetReason = 'deadline' | 'memory' | Excess

/** Ends a job that takes more than its kind may. */
export class BudgetPassed extends Error {
  override name = 'BudgetPassed'
  readonly reason: BudgetReason
  constructor(reason: BudgetReason) {
    super(`the job passed its budget: ${reason}`)
    this.reason = reason
  }
}

/**
 * Does the work of a job within its budget, or throws BudgetPassed. `stop` asks it to end; what does not listen goes on unheard, but the database answers
 * it no more.
 */
export async function withinBudget(budget: JobBudget, stop: AbortController, work: () => Promise<void>): Promise<void> {
  const passed = Promise.withResolvers<never>()
  // It may pass when the work is over already.
  passed.promise.catch(() => undefined)
  const end = (reason: BudgetReason) => {
    const error = new BudgetPassed(reason)
    passed.reject(error)
    stop.abort(error)
  }
  const timer = setTimeout(() => end('deadline'), budget.minutesMax * 60_000)
  const stopWatching = watchMemory(budget.memoryMb, () => end('memory'))
  try {
    await Promise.race([passed.promise, withWorkMeter({ ...budget, signal: stop.signal, onExcess: end }, work)])
  } finally {
    clearTimeout(timer)
    stopWatching()
  }
}
