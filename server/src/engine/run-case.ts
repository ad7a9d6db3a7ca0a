import type { ScriptStep } from '@regie/contract/scripts.ts'
import type { ClaimedRun } from '../modules/case-runs/claim-next-cases.ts'
import type { CaseRun, StepResult } from './steps/step.ts'
import { takeStep } from './steps/all-steps.ts'

/** Where a walk ended: the position to save, and what the last step said. */
export type Walk = { step: string; stepNo: number; result: Exclude<StepResult, { next: string }> }

// A script that goes round without ever waiting stands still here instead of turning for ever.
const stepsMax = 100
const roundPauseMs = 60_000

/**
 * Walks one case through its script until it sleeps, waits or ends. Every step's name and number make the key of what it sends.
 * `entering` is called with each step before it is taken.
 */
export async function walkCase(
  run: Omit<CaseRun, 'key' | 'keyPrefix' | 'heldBefore' | 'leftOut' | 'steps' | 'stepKey'>,
  position: ClaimedRun,
  steps: ReadonlyMap<string, ScriptStep>,
  entering?: (step: ScriptStep) => Promise<void>,
): Promise<Walk> {
  let { step: key, stepNo } = position
  let leftOut: CaseRun['leftOut'] = null
  for (let taken = 0; taken < stepsMax; taken++) {
    const step = steps.get(key)
    if (!step) throw new Error(`the script has no step ${key}`)
    await entering?.(step)
    const keyPrefix = `${position.caseId}:${position.scriptVersionId}:${key}:`
    const heldBefore = taken === 0 ? (position.held ?? null) : null
    const result: StepResult = await takeStep(
      { ...run, steps, stepKey: key, leftOut, heldBefore, keyPrefix, key: `${keyPrefix}${stepNo}` },
      step,
    )
    if (!('next' in result)) return { step: key, stepNo, result }
    leftOut = result.leftOut ?? leftOut
    key = result.next
    stepNo++
  }
  return { step: key, stepNo, result: { sleepUntil: new Date(run.now.getTime() + roundPauseMs), after: 'hold' } }
}
