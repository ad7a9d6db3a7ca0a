import { AppError } from '../../platform/app-error.ts'
import { simulationBudget } from '../../platform/budgets.ts'
import { isStatementTooSlow } from '../../platform/db/database-trouble.ts'

/** Throws when the time of a simulation is over. Asked between its steps; PostgreSQL ends a single statement that takes as long. */
export type PlayDeadline = { mustGoOn(): void }

/** Runs a simulation with a deadline of real time, whatever its own clock says. */
export async function withinPlayTime<T>(
  simulation: (deadline: PlayDeadline) => Promise<T>,
  limitMs: number = simulationBudget.simulationMs,
): Promise<T> {
  const until = performance.now() + limitMs
  const tooLong = (cause?: unknown) => new AppError('simulation.tooLong', { params: { seconds: Math.round(limitMs / 1000) }, cause })
  const mustGoOn = () => {
    if (performance.now() > until) throw tooLong()
  }
  return simulation({ mustGoOn }).catch((error: unknown) => {
    throw isStatementTooSlow(error) ? tooLong(error) : error
  })
}
