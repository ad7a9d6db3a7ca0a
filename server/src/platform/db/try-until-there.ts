import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseAway } from './database-trouble.ts'

// Longer than an embedded server takes to recover; a wrong address is known to whoever starts within this time.
const waitMsMax = 30_000

/** At the start of a process: the database may be starting, or break off at this moment. Anything else is thrown at once. */
export async function tryUntilThere<Result>(work: () => Promise<Result>): Promise<Result> {
  const began = performance.now()
  for (let pauseMs = 100; ; pauseMs = Math.min(pauseMs * 2, 1_000)) {
    try {
      return await work()
    } catch (error) {
      if (!isDatabaseAway(error) || performance.now() - began > waitMsMax) throw error
      await sleep(pauseMs)
    }
  }
}
