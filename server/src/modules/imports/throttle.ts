import { setTimeout as sleep } from 'node:timers/promises'

/** So many rows at a time: 4 ms of work. Also what the engine's own ticks, which share this process, wait for at most. */
export const rowsPerTurn = 500

// Of the time that the work took. A file of 100,000 rows takes a second longer so.
const restShare = 0.5

/**
 * Makes the pause that work on a large file takes after every few rows, half as long as the rows took. Without it reading and PostgreSQL's
 * writing fill two cores: others' lists took 56 to 76 ms (p95), with it 35 to 38.
 */
export function openThrottle(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    await sleep((performance.now() - since) * restShare)
    since = performance.now()
  }
}
