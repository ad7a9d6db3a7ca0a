/** Where the time comes from, so that tests can move it. */
export type Clock = { now(): Date }

/** The clock on the wall. */
export const systemClock: Clock = { now: () => new Date() }
