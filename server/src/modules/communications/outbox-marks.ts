import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseAway, isDatabaseFull, isWorthRetrying } from '../../platform/db/database-trouble.ts'
import type { Services } from '../../services.ts'
import { listStarted, type Mark, takeBackStarts, writeMarks } from './communication-changes.ts'

export type Marks = {
  /** Resolves when all are durable, with the ids that took their mark. */
  write(marks: readonly Mark[]): Promise<ReadonlySet<number>>
}

// Much of what a commit costs is the same for one mail and for twenty-five, so it waits a moment for the lanes that are about to be done.
// Measured with 25 lanes: 18 mails a commit instead of 10; on a machine with seven times more work than cores still only 6.
const gatherMs = 10
// As long as a claim is good (outbox.ts).
const startMsMax = 2_000

/**
 * The durable marks of all lanes share their commits: whatever is asked for while one commit is under way goes into the next, and that begins
 * when all `busyLanes` wait for it or a moment has passed. This is what makes a durable mark before and after each mail affordable.
 */
export function openMarks({ pool, clock }: Pick<Services, 'pool' | 'clock'>, engineId: number, busyLanes: () => number): Marks {
  let waiting: { marks: readonly Mark[]; resolve(taken: ReadonlySet<number>): void; reject(error: unknown): void }[] = []
  let busy = false
  let goOn = () => {}
  const later = (resolve: () => void) => {
    // On a busy machine answers have come in while the time passed: they are read before.
    const timer = setTimeout(() => setImmediate(resolve), gatherMs)
    return () => (clearTimeout(timer), resolve())
  }

  async function work() {
    busy = true
    while (waiting.length > 0) {
      if (waiting.length < busyLanes()) await new Promise<void>((resolve) => (goOn = later(resolve)))
      const group = waiting
      waiting = []
      try {
        const taken = await writeSurely(group.flatMap(({ marks }) => marks))
        for (const { resolve } of group) resolve(taken)
      } catch (error) {
        for (const { reject } of group) reject(error)
      }
    }
    busy = false
  }

  // A mark is the memory of something that happened outside: it is kept until the database takes it, however long that is away or full. All marks
  // are conditional on the state before, so a second time changes nothing.
  async function writeSurely(marks: Mark[]): Promise<ReadonlySet<number>> {
    const began = performance.now()
    for (let attempt = 1; ; attempt++) {
      try {
        const taken = await writeMarks(pool, engineId, marks, clock.now())
        if (attempt === 1) return taken
        const starting = marks.filter(({ state }) => state === 'started').map(({ id }) => id)
        return await resolveStarts(starting, performance.now() - began > startMsMax)
      } catch (error) {
        if (!(isDatabaseAway(error) || isDatabaseFull(error)) && (attempt >= 20 || !isWorthRetrying(error))) throw error
        await sleep(Math.min(attempt * 100, 1_000))
      }
    }
  }

  // The answer to an earlier attempt was lost, and its commit may stand: what is started under our name was started by it, and nothing of it has
  // left yet. It may leave now; or, when its permission has grown old meanwhile, it goes back as if it had never been begun.
  async function resolveStarts(ids: number[], isTooLate: boolean): Promise<ReadonlySet<number>> {
    if (ids.length === 0) return new Set()
    if (!isTooLate) return listStarted(pool, engineId, ids)
    await takeBackStarts(pool, engineId, ids)
    return new Set()
  }

  return {
    write: (marks) =>
      new Promise((resolve, reject) => {
        waiting.push({ marks, resolve, reject })
        if (!busy) void work()
        else if (waiting.length >= busyLanes()) goOn()
      }),
  }
}
