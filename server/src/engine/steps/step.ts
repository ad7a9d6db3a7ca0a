import type { RefusalReason } from '@regie/contract/cases.ts'
import type { ResultCode } from '@regie/contract/result-codes.ts'
import type { ScriptStep, StepKind } from '@regie/contract/scripts.ts'
import type { CaseToRun } from '../../modules/case-runs/lock-claimed-cases.ts'
import type { TimelineNote } from '../../modules/timeline/record-timeline.ts'
import type { CaseTransaction } from '../../modules/case-runs/save-run-position.ts'
import type { CaseFacts } from '../../modules/contact-facts/contact-facts.ts'
import type { Services } from '../../services.ts'

/** One case at one step. */
export type CaseRun = {
  services: Services
  tx: CaseTransaction
  now: Date
  case: CaseToRun
  batchId: number
  facts: CaseFacts
  /** The script, and the step that is taken. */
  steps: ReadonlyMap<string, ScriptStep>
  stepKey: string
  /** Names this turn of this step: what it sends carries it, so that a step taken twice acts once. */
  key: string
  /** The same for all turns of the step. */
  keyPrefix: string
  /** Why this step was held when it was last tried, if it was: recorded once, however often it is tried again. */
  heldBefore: RefusalReason | null
  /** Why an earlier step of this walk could not reach the person: its line in the timeline is not written yet. */
  leftOut: RefusalReason | null
  /** Adds to the case's timeline, written with its position. */
  record(note: TimelineNote): void
}

/**
 * What follows: another step; a sleep, after which the same step goes on (`hold`, the same turn), is taken anew (`again`), or another is taken;
 * waiting for news that wake the case; or the end.
 */
export type StepResult =
  /** `leftOut`: why this step could not reach the person. */
  | { next: string; leftOut?: RefusalReason }
  | { sleepUntil: Date; after: 'again' | { next: string } }
  /** `held`: what contactPermission() said against it. */
  | { sleepUntil: Date; after: 'hold'; held?: RefusalReason | null }
  | { waitFor: 'call' }
  | { finish: ResultCode }

export type StepOf<Kind extends StepKind> = Extract<ScriptStep, { kind: Kind }>

/** A kind of step: what it does with a case. */
export type StepHandler<Kind extends StepKind> = (run: CaseRun, step: StepOf<Kind>) => Promise<StepResult>
