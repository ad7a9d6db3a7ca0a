import { AppError } from '../../platform/app-error.ts'
import { isStatementTooSlow } from '../../platform/db/database-trouble.ts'

/** Throws when the time of a simulation is over. Asked between its steps; PostgreSQL ends a single statement that takes as long. */
export type PlayDeadline = { mustGoOn(): void }

/** Runs a simulation with a deadline of real time, whatever its own clock says. */
export async function withinPlayTime<T>(seconds: number, simulation: (deadline: PlayDeadline) => Promise<T>): Promise<T> {
  const until = performance.now() + seconds * 1000
  const tooLong = (cause?: unknown) => new AppError('simulation.tooLong', { params: { seconds }, cause })
  const mustGoOn = () => {
    if (performance.now() > until) throw tooLong()
  }
  return simulation({ mustGoOn }).catch((error: unknown) => {
    throw isStatementTooSlow(error) ? tooLong(error) : error
  })
}
