import type { CheckOutcome, SimulationMoment } from '@regie/contract/time-machine.ts'
import { toLocalTime } from '../../modules/contact-permission/local-time.ts'

// The first few record what went another way; what follows mostly follows from them.
const differencesMax = 20

/** What a check compares: a line for each moment, `day, time, step, event` by the clock on the wall, day 1 being the first. Texts are not compared. */
export function simulationLines(from: Date, moments: readonly SimulationMoment[]): string[] {
  const first = Date.parse(toLocalTime(from).date)
  return moments.map(({ at, step, event }) => {
    const { date, minute } = toLocalTime(new Date(at))
    const day = Math.round((Date.parse(date) - first) / 86_400_000) + 1
    const time = [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')
    return `${day}, ${time}, ${step}, ${event}`
  })
}

/** Where two plays part, moment by moment. */
export function lineDifferences(expected: readonly string[], got: readonly string[]): CheckOutcome['differences'] {
  const length = Math.max(expected.length, got.length)
  return Array.from({ length }, (_, at) => ({ at, expected: expected[at] ?? null, got: got[at] ?? null }))
    .filter((pair) => pair.expected !== pair.got)
    .slice(0, differencesMax)
}
