import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from '../server/src/platform/db/server-process.ts'
import type { EmbeddedPostgres } from '../server/src/platform/db/embedded-postgres.ts'
import { describeRestart, pauseBeforeRestart } from './keep-running.ts'

const lookMs = 250
const healthyMs = 60_000

/** Keeps the embedded database running, on the port that the servers know. Answers how to stop it. */
export function keepPostgres(
  first: EmbeddedPostgres,
  startAgain: (port: number) => Promise<EmbeddedPostgres>,
  say: (line: string) => void,
): { stop(): Promise<void> } {
  let current = first
  let isStopping = false
  let timesInARow = 0

  async function watch() {
    for (let startedAt = performance.now(); !isStopping; ) {
      await sleep(lookMs)
      if (isStopping || isAlive(current.pid)) continue
      timesInARow = performance.now() - startedAt > healthyMs ? 1 : timesInARow + 1
      say(describeRestart('the database', 'it is gone', timesInARow))
      await sleep(pauseBeforeRestart(timesInARow))
      if (isStopping) return
      try {
        current = await startAgain(first.port)
      } catch (error) {
        // Its helpers may still be leaving, or its disk is full: the next round tries again.
        say(error instanceof Error ? (error.message.split('\n').findLast((line) => line.trim() !== '') ?? error.message) : String(error))
      }
      startedAt = performance.now()
    }
  }

  const watching = watch()
  return {
    async stop() {
      isStopping = true
      await watching
      await current.stop()
    },
  }
}
