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
    writeFileSync(file, errors.map(({ message, stack }) => `${message} · ${placesIn(stack)}`.replaceAll('\n', ' ')).join('\n'))
  }
}

/** The first lines of where it happened: they name the file, if it is one of ours. */
function placesIn(stack = ''): string {
  const places = stack.split('\n').filter((line) => line.trimStart().startsWith('at '))
  return places.slice(0, 6).join('')
}
