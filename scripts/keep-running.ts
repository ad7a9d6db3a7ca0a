import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { endProcess } from './supervise.ts'

// The first time at once; one that ends again and again is given time, but is never given up.
// The longest pause and a start together stay under the ten seconds in which each process is repaired.
const pausesMs = [100, 1_000, 2_000, 3_000]
// After so long it counts as healthy, and its next end as a first one.
const healthyMs = 60_000
// A process whose event loop stands still for so long does nothing for anybody.
const silentMsMax = 30_000
// Loading a server keeps its event loop busy, on a machine with much else to do for longer than that.
const firstSignMsMax = 120_000

/** How long to wait before the next start of what ended so many times in a row (from 1). */
export function pauseBeforeRestart(timesInARow: number): number {
  return pausesMs[Math.min(timesInARow, pausesMs.length) - 1] ?? 0
}

/** One line for whoever looks at the terminal. */
export function describeRestart(name: string, cause: string, timesInARow: number): string {
  const pause = pauseBeforeRestart(timesInARow)
  const when = pause < 1_000 ? 'at once' : `in ${pause / 1_000} s`
  return `${new Date().toISOString()} ${name} ended (${cause}); it is started again ${when}${timesInARow > 1 ? `, for the ${timesInARow}th time in a row` : ''}.`
}

export type Kept = {
  /** Resolves with true when it says that it is ready for the first time, with false when it ended before that: then it is not started again. */
  firstReady: Promise<boolean>
  stop(): Promise<void>
}

type Options = { name: string; start(): ChildProcess; say(line: string): void; isReady(child: ChildProcess): Promise<boolean> }

/** Keeps a server process running: one that ends, or hangs, is started again. */
export function keepRunning({ name, start, say, isReady }: Options): Kept {
  let child = start()
  let isStopping = false
  let timesInARow = 0
  const stopped = new AbortController()

  async function watch(end: Promise<string>) {
    for (let ended = end; ; ) {
      const began = performance.now()
      const cause = await ended
      if (isStopping) return
      timesInARow = performance.now() - began > healthyMs ? 1 : timesInARow + 1
      say(describeRestart(name, cause, timesInARow))
      await sleep(pauseBeforeRestart(timesInARow), undefined, { signal: stopped.signal }).catch(() => undefined)
      if (isStopping) return
      child = start()
      ended = endOf(child)
    }
  }

  const firstEnd = endOf(child)
  const firstReady = Promise.race([isReady(child), firstEnd.then(() => false)])
  void firstReady.then(async (ready) => {
    if (ready) void watch(firstEnd)
    else if (!isStopping) say(`${new Date().toISOString()} ${name} ended before it was ready (${await firstEnd}).`)
  })
  return {
    firstReady,
    async stop() {
      isStopping = true
      stopped.abort()
      await endProcess(child)
    },
  }
}

/** Resolves with how the process ended. One that says nothing any more is ended: its supervisor is the only one who can. */
function endOf(child: ChildProcess): Promise<string> {
  let heardAt = performance.now()
  let maxMs = firstSignMsMax
  let isHanging = false
  child.on('message', () => {
    heardAt = performance.now()
    maxMs = silentMsMax
  })
  const look = setInterval(() => {
    if (performance.now() - heardAt < maxMs) return
    isHanging = true
    child.kill('SIGKILL')
  }, 1_000)
  return new Promise((resolve) =>
    child.once('exit', (code, signal) => {
      clearInterval(look)
      resolve(isHanging ? `no sign of life for ${maxMs / 1_000} s` : (signal ?? `exit code ${code}`))
    }),
  )
}
