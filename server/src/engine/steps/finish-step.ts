import { isResultCode } from '@regie/contract/result-codes.ts'
import type { StepHandler } from './step.ts'

/** Ends the case with a result. */
export const finishStep: StepHandler<'finish'> = async (_run, { settings }) => {
  if (!isResultCode(settings.result)) throw new Error(`the script ends with ${settings.result}, which is no result code`)
  return { finish: settings.result }
}
