import * as z from 'zod/mini'
import { RefusalReason } from './cases.ts'
import { Channel } from './channels.ts'
import { endpoint } from './endpoint.ts'
import { Id } from './paging.ts'
import { Right } from './right-codes.ts'

/** So many attempts are shown, and so many days are looked ahead. */
export const nextAttemptsMax = 5
export const nextAttemptsDays = 30

/** Why at that moment: the script has come to it, a wait step ended, the person was not reached, or it was not allowed earlier. */
const attemptCauses = ['turn', 'wait', 'again', 'held'] as const
const NextAttempt = z.object({
  at: z.string(),
  /** `letter`: on paper, by the step that sends one. */
  channel: z.union([Channel, z.literal('letter')]),
  step: z.string(),
  /** What staff call it. */
  stepName: z.string(),
  cause: z.enum(attemptCauses),
  /** Of `held`: why it was not allowed earlier. */
  reason: z.nullable(RefusalReason),
})
export type NextAttempt = z.infer<typeof NextAttempt>

/**
 * What ends the plan: enough attempts, the end of the script, something that only a person can help, the days that are looked ahead, or nothing is planned at all; or the
 * server was too busy to look further: it may be asked again.
 */
const planEnds = ['more', 'finished', 'stuck', 'daysOver', 'noRun', 'demo', 'notInTrial', 'notYetKnown'] as const

/** What is taken for granted where it is not known. */
const planAssumptions = ['notAnswered', 'notPaid', 'dialerOn'] as const

export const NextAttempts = z.object({
  attempts: z.array(NextAttempt),
  end: z.enum(planEnds),
  /** Of `stuck`: what stands in the way. */
  reason: z.nullable(RefusalReason),
  assumes: z.array(z.enum(planAssumptions)),
})
export type NextAttempts = z.infer<typeof NextAttempts>

export const nextAttemptsApi = {
  get: endpoint({
    method: 'GET',
    path: '/cases/:caseID/next-attempts',
    access: { right: Right.viewCases },
    budget: 'simulation',
    summary: 'The next five attempts to contact the person of a case, each at the earliest moment at which the engine would make it',
    params: z.object({ caseID: Id }),
    response: NextAttempts,
  }),
}
