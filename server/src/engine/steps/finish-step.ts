import { isResultCode } from '@regie/contract/result-codes.ts'
import { nextUnsent } from '../../modules/communications/unsent-messages.ts'
import { findReasonWithoutAttempt } from '../../modules/communications/attempts-of-case.ts'
import { firstContactStep, waitUnreachable } from './reach.ts'
import { staffHold } from '../../modules/contact-permission/contact-permission.ts'
import { isCasePaid } from '../../modules/payment-links/case-link.ts'
import type { CaseRun, StepHandler, StepResult } from './step.ts'

// Long enough for a message that is due to leave.
const lookAgainMs = 5_000
// A letter leaves with the next turns of the job that draws and hands over.
const letterAgainMs = 2 * 60_000
// A payment that came through closes the case by itself; this is for one that did not.
const payingAgainMs = 15 * 60_000
// The end of a call wakes the case; this is for one whose end nobody tells.
const staffAgainMs = 15 * 60_000

/**
 * Ends the case with a result, once all that the script queued has left: a closed case cancels what waits. Who was never tried is not closed, nor
 * who is at the bank, nor a person that staff just reached.
 */
export const finishStep: StepHandler<'finish'> = async (run, { settings }) => {
  const { tx, now, case: one } = run
  if (!isResultCode(settings.result)) throw new Error(`the script ends with ${settings.result}, which is no result code`)
  const unsent = await nextUnsent(tx, one)
  if (unsent === null) {
    const paying = run.facts.paymentUnderWay
    if (paying && (paying.until === null || paying.until > now)) {
      return { sleepUntil: paying.until ?? new Date(now.getTime() + payingAgainMs), after: 'hold', held: 'paymentUnderWay' }
    }
    const staff = await waitForStaff(run)
    if (staff !== null) return staff
    if (one.demo) return { finish: 'DEM' }
    const reason = await findReasonWithoutAttempt(tx, one, run.leftOut)
    if (reason === null) return { finish: settings.result }
    const again = run.heldBefore === null ? null : firstContactStep(run)
    return again === null ? waitUnreachable(run, reason) : { next: again }
  }
  const againMs = unsent.hasLetter ? letterAgainMs : lookAgainMs
  return { sleepUntil: new Date(Math.max(unsent.at.getTime(), now.getTime()) + againMs), after: 'hold' }
}

/** What staff just did may still bring an answer; who has paid waits for none, only for the end of a call and its result. */
async function waitForStaff(run: CaseRun): Promise<StepResult | null> {
  const { tx, now, case: one, facts, heldBefore } = run
  const hold = staffHold(facts, now)
  if (hold === null || ((hold.reason === 'staffContact' || hold.reason === 'caseHeld') && (await isCasePaid(tx, one)))) return null
  const { reason, until, by } = hold
  const params = { reason, ...(until !== null && { nextAt: until.toISOString() }), ...(by !== null && { by }) }
  if (reason !== heldBefore) run.record({ event: 'held', params })
  return { sleepUntil: until ?? new Date(now.getTime() + staffAgainMs), after: 'hold', held: reason }
}
