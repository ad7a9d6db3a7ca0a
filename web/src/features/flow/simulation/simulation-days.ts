import { dayOf } from '../../../locales/format.ts'

/** The how-manieth day of a simulation this is, by the calendar of the Netherlands; the first is 1. */
export function simulationDay(from: string, at: string): number {
  return Math.round((Date.parse(dayOf(new Date(at))) - Date.parse(dayOf(new Date(from)))) / 86_400_000) + 1
}

/** How many of the moments have happened by then: they stand in their order. */
export function countUntil(moments: readonly { at: string }[], at: number): number {
  const later = moments.findIndex((moment) => Date.parse(moment.at) > at)
  return later < 0 ? moments.length : later
}

/** The steps that made these moments, in their order; a step that goes on is taken once. */
export function stepsTaken(moments: readonly { step: string }[]): string[] {
  return moments.map(({ step }) => step).filter((step, at, all) => step !== '' && step !== all[at - 1])
}
