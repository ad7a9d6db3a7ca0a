import type { Clock } from '../src/platform/clock.ts'

export type FakeClock = Clock & { set(instant: Date | string): void; advance(ms: number): void }

/** A clock that stands still until a test moves it. */
export function fakeClock(start: Date | string = '2026-06-03T09:00:00Z'): FakeClock {
  let time = new Date(start).getTime()
  return {
    now: () => new Date(time),
    set: (instant) => {
      time = new Date(instant).getTime()
    },
    advance: (ms) => {
      time += ms
    },
  }
}
