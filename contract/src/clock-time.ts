import * as z from 'zod/mini'

/** A minute of the day as the clock on the wall shows it, `HH:MM`. */
export const ClockTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))
