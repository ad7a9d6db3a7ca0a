import type { ScriptStep, StepKind } from '@regie/contract/scripts.ts'
import { branchStep } from './branch-step.ts'
import { callStep } from './call-step.ts'
import { finishStep } from './finish-step.ts'
import { paymentLinkStep } from './payment-link-step.ts'
import { sendEmailStep } from './send-email-step.ts'
import { sendLetterStep } from './send-letter-step.ts'
import { sendSmsStep } from './send-sms-step.ts'
import { sendWhatsappStep } from './send-whatsapp-step.ts'
import { splitStep } from './split-step.ts'
import type { CaseRun, StepHandler, StepResult } from './step.ts'
import { waitStep } from './wait-step.ts'

/** Every kind of step that a script may have; a new kind is one line here. */
const allSteps: { [Kind in StepKind]: StepHandler<Kind> } = {
  'payment-link': paymentLinkStep,
  'send-email': sendEmailStep,
  'send-sms': sendSmsStep,
  'send-whatsapp': sendWhatsappStep,
  'send-letter': sendLetterStep,
  call: callStep,
  wait: waitStep,
  branch: branchStep,
  split: splitStep,
  finish: finishStep,
}

/** Takes one step with one case. */
export function takeStep<Step extends ScriptStep>(run: CaseRun, step: Step): Promise<StepResult> {
  const handler = allSteps[step.kind] as (run: CaseRun, step: ScriptStep) => Promise<StepResult>
  return handler(run, step)
}
