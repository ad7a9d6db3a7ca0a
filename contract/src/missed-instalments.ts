import * as z from 'zod/mini'

/** What becomes of an instalment that is missed: whoever owes is reminded and has a week, it moves to the end of the plan, or the plan ends. */
export const missedInstalments = ['remind', 'move', 'end'] as const
export const MissedInstalment = z.enum(missedInstalments)
export type MissedInstalment = z.infer<typeof MissedInstalment>
