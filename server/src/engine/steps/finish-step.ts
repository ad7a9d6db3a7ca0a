import { isResultCode } from '@regie/contract/result-codes.ts'
import { nextUnsentAt } from '../../modules/communications/unsent-messages.ts'
import type { StepHandler } from './step.ts'

// Long enough for a message that is due to leave.
const lookAgainMs = 5_000

/** Ends the case with a result, once all that the script said has left: a closed case cancels what is still queued. */
export const finishStep: StepHandler<'finish'> = async ({ tx, now, case: one }, { settings }) => {
  if (!isResultCode(settings.result)) throw new Error(`the script ends with ${settings.result}, which is no result code`)
  const unsentAt = await nextUnsentAt(tx, one)
  if (unsentAt === null) return { finish: one.demo ? 'DEM' : settings.result }
  return { sleepUntil: new Date(Math.max(unsentAt.getTime(), now.getTime()) + lookAgainMs), after: 'hold' }
}
