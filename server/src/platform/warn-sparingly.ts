import type { Log } from './log.ts'

const quietMs = 5000

/**
 * Warns of trouble that comes in floods: the first at once, then at most one line every five seconds, with how many were left out.
 * A database that is away fails thousands of questions a second, and a log that says each fills the disk.
 */
export function warnSparingly(log: Pick<Log, 'warn'>, message: string, now: () => number = Date.now): (error: unknown) => void {
  let saidAt = Number.NEGATIVE_INFINITY
  let leftOut = 0
  return (error) => {
    if (now() - saidAt < quietMs) {
      leftOut += 1
      return
    }
    log.warn({ err: error, ...(leftOut > 0 && { leftOut }) }, message)
    saidAt = now()
    leftOut = 0
  }
}
