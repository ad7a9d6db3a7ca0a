import { isResultCode } from '@regie/contract/result-codes.ts'
import { nextUnsentAt } from '../../modules/communications/unsent-messages.ts'
import { findReasonWithoutAttempt } from '../../modules/communications/attempts-of-case.ts'
import { firstContactStep, waitUnreachable } from './reach.ts'
import type { StepHandler } from './step.ts'

// Long enough for a message that is due to leave.
const lookAgainMs = 5_000

/** Ends the case with a result, once all that the script queued has left: a closed case cancels what waits. Who was never tried is not closed. */
export const finishStep: StepHandler<'finish'> = async (run, { settings }) => {
  const { tx, now, case: one } = run
  if (!isResultCode(settings.result)) throw new Error(`the script ends with ${settings.result}, which is no result code`)
  const unsentAt = await nextUnsentAt(tx, one)
  if (unsentAt === null) {
    if (one.demo) return { finish: 'DEM' }
    const reason = await findReasonWithoutAttempt(tx, one, run.leftOut)
    if (reason === null) return { finish: settings.result }
    const again = run.heldBefore === null ? null : firstContactStep(run)
    return again === null ? waitUnreachable(run, reason) : { next: again }
  }
  return { sleepUntil: new Date(Math.max(unsentAt.getTime(), now.getTime()) + lookAgainMs), after: 'hold' }
}
