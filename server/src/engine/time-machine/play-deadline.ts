import { availableParallelism, loadavg } from 'node:os'
import { AppError } from '../../platform/app-error.ts'
import { isStatementTooSlow } from '../../platform/db/database-trouble.ts'

/** Throws when the time of a simulation is over. Asked between its steps; PostgreSQL ends a single statement that takes as long. */
export type PlayDeadline = { mustGoOn(): void }

/** Has the machine had more work than processors for the last minute? Windows does not say. */
const isMachineBusy = () => (loadavg()[0] ?? 0) > availableParallelism()

/** Runs a simulation with a deadline of real time, whatever its own clock says. */
export async function withinPlayTime<T>(
  seconds: number,
  simulation: (deadline: PlayDeadline) => Promise<T>,
  isBusy = isMachineBusy,
): Promise<T> {
  const until = performance.now() + seconds * 1000
  // On a machine that has more to do than it can, the time says nothing of the script.
  const tooLong = (cause?: unknown) =>
    isBusy() ? new AppError('simulation.machineBusy', { cause }) : new AppError('simulation.tooLong', { params: { seconds }, cause })
  const mustGoOn = () => {
    if (performance.now() > until) throw tooLong()
  }
  return simulation({ mustGoOn }).catch((error: unknown) => {
    throw isStatementTooSlow(error) ? tooLong(error) : error
  })
}
