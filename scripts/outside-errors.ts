import { writeFileSync } from 'node:fs'
import type { Reporter } from 'vitest/node'

/**
 * Keeps what went wrong outside of all tests, a line each, in the file that OUTSIDE_ERRORS names: the report of vitest holds the tests
 * alone, so that a run of nothing but passed tests could fail without saying why.
 */
export default class OutsideErrors implements Reporter {
  onTestRunEnd(...[, errors]: Parameters<NonNullable<Reporter['onTestRunEnd']>>) {
    const file = process.env.OUTSIDE_ERRORS
    if (!file || errors.length === 0) return
    writeFileSync(
      file,
      errors.map((error) => `${reasonsIn(error).join(' < ')} · ${placesIn(error.stack)}`.replaceAll('\n', ' ')).join('\n'),
    )
  }
}

/** Why a process of the runner ended, and at which file, stands in the cause. */
function reasonsIn({ message, cause }: { message: string; cause?: unknown }): string[] {
  const isReason = typeof cause === 'object' && cause !== null && 'message' in cause
  return [message, ...(isReason ? reasonsIn(cause as { message: string }) : [])]
}

/** The first lines of where it happened: they name the file, if it is one of ours. */
function placesIn(stack = ''): string {
  const places = stack.split('\n').filter((line) => line.trimStart().startsWith('at '))
  return places.slice(0, 6).join('')
}
