import { type RefusalReason, unreachableReasons } from '@regie/contract/cases.ts'
import { postalAddressOf } from '@regie/contract/letters.ts'
import { channelOfStep, isContactStep, waysOf } from '@regie/contract/script-steps-check.ts'
import type { ScriptStep } from '@regie/contract/scripts.ts'
import { hasAttempt } from '../../modules/communications/attempts-of-case.ts'
import { contactPermission, letterPermission } from '../../modules/contact-permission/contact-permission.ts'
import type { CaseRun, StepResult } from './step.ts'

// Staff and new fields wake a case at once (wake-held.ts); this is for what nobody announces, such as a text that was written.
const lookAgainMs = 6 * 3_600_000

/** No waiting ends this, only somebody who mends the case. */
export function isUnreachable(reason: RefusalReason | null): reason is RefusalReason {
  return reason !== null && unreachableReasons.includes(reason)
}

/**
 * Goes on without a step that cannot reach the person, while a later one may, or an earlier one has. Else the case waits here with the reason:
 * a script that ends without an attempt would hide who was never contacted.
 */
export async function leaveOut(run: CaseRun, next: string, reason: RefusalReason): Promise<StepResult> {
  if (run.case.demo || mayReachFrom(run, next) || (await hasAttempt(run.tx, run.case))) return { next, leftOut: reason }
  return waitUnreachable(run, reason)
}

/** The case waits until somebody mends it. */
export function waitUnreachable({ now }: Pick<CaseRun, 'now'>, reason: RefusalReason): StepResult {
  return { sleepUntil: new Date(now.getTime() + lookAgainMs), after: 'hold', held: reason }
}

/** The first step of the script that contacts, when its channel reaches the person by now. */
export function firstContactStep(run: CaseRun): string | null {
  const first = [...run.steps.values()].find((step) => isContactStep(step))
  return first && canReach(run, first) ? first.key : null
}

/** Is there, on any way from a step, another step that can reach the person? */
function mayReachFrom(run: CaseRun, from: string): boolean {
  const seen = new Set([from])
  // A set hands out what is added while it is walked.
  for (const key of seen) {
    const step = run.steps.get(key)
    if (!step) continue
    if (key !== run.stepKey && canReach(run, step)) return true
    for (const { to } of waysOf(step)) seen.add(to)
  }
  return false
}

function canReach({ facts, now, case: one }: CaseRun, step: ScriptStep): boolean {
  if (step.kind === 'send-letter') {
    const hasAddress = postalAddressOf(one.name, one.fields) !== null
    // Whether a print shop is set ends no reason that asks for somebody to mend the case.
    return !isUnreachable(letterPermission(facts, { hasAddress, isSimulated: true }, now).reason)
  }
  const channel = channelOfStep(step)
  return channel !== null && !isUnreachable(contactPermission(facts, channel, now).reason)
}
