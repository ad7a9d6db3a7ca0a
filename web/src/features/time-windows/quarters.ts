import { windowMinutes } from '@regie/contract/time-windows.ts'

/** Quarters of an hour from midnight: what the grid is made of. 96 is midnight again. */
export const quartersOfDay = (24 * 60) / windowMinutes
export const quartersOfHour = 60 / windowMinutes

/** HH:mm at which a quarter begins; the last one of the day ends at 24:00. */
export function clockOf(quarter: number): string {
  const minute = quarter * windowMinutes
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}

/** The quarter in which a clock time lies. */
export function quarterOf(clock: string): number {
  return Math.floor((Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))) / windowMinutes)
}

/** The last minute inside, as windows have it, of what ends where this quarter begins. */
export function endBefore(quarter: number): string {
  const minute = quarter * windowMinutes - 1
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}

/** As people say it: until 17:00, where the last minute inside is 16:59. */
export function untilOf(end: string): string {
  return clockOf(quarterOf(end) + 1)
}
