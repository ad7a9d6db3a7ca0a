import { closeCase } from '../modules/cases/status/close-case.ts'
import { coolLive } from '../modules/case-runs/live-cases.ts'
import type { CaseTransaction, RunPosition } from '../modules/case-runs/save-run-position.ts'
import type { Walk } from './run-case.ts'

type CaseRef = { customerId: number; caseId: number }

/** Turns the end of a walk into the position to save; an end of the script closes the case and leaves none. */
export async function applyOutcome(
  tx: CaseTransaction,
  ref: CaseRef,
  { step, stepNo, result }: Walk,
  now: Date,
): Promise<RunPosition | null> {
  const position = { ...ref, step, stepNo, waitingFor: null, held: null, dueAt: now }
  if ('finish' in result) {
    await closeCase(tx, ref, result.finish, { at: now })
    return null
  }
  if ('waitFor' in result) return { ...position, state: 'waiting', waitingFor: result.waitFor }
  if (result.after === 'hold') return { ...position, state: 'sleeping', dueAt: result.sleepUntil, held: result.held ?? null }
  const { sleepUntil, after } = result
  if (after === 'again') await coolLive(tx, ref, sleepUntil)
  return { ...position, state: 'sleeping', dueAt: sleepUntil, stepNo: stepNo + 1, step: after === 'again' ? step : after.next }
}
