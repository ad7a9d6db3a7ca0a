import { isResultCode } from '@regie/contract/result-codes.ts'
import { nextUnsentAt } from '../../modules/communications/unsent-messages.ts'
import { findReasonWithoutAttempt } from '../../modules/communications/attempts-of-case.ts'
import { firstContactStep, waitUnreachable } from './reach.ts'
import type { StepHandler } from './step.ts'

// Long enough for a message that is due to leave.
const lookAgainMs = 5_000
// A payment that came through closes the case by itself; this is for one that did not.
const payingAgainMs = 15 * 60_000

/**
 * Ends the case with a result, once all that the script queued has left: a closed case cancels what waits. Who was never tried is not closed, nor
 * who is at the bank.
 */
export const finishStep: StepHandler<'finish'> = async (run, { settings }) => {
  const { tx, now, case: one } = run
  if (!isResultCode(settings.result)) throw new Error(`the script ends with ${settings.result}, which is no result code`)
  const unsentAt = await nextUnsentAt(tx, one)
  if (unsentAt === null) {
    const paying = run.facts.paymentUnderWay
    if (paying && (paying.until === null || paying.until > now)) {
      return { sleepUntil: paying.until ?? new Date(now.getTime() + payingAgainMs), after: 'hold', held: 'paymentUnderWay' }
    }
    if (one.demo) return { finish: 'DEM' }
    const reason = await findReasonWithoutAttempt(tx, one, run.leftOut)
    if (reason === null) return { finish: settings.result }
    const again = run.heldBefore === null ? null : firstContactStep(run)
    return again === null ? waitUnreachable(run, reason) : { next: again }
  }
  return { sleepUntil: new Date(Math.max(unsentAt.getTime(), now.getTime()) + lookAgainMs), after: 'hold' }
}
