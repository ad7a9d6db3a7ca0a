import { Right } from '@regie/contract/right-codes.ts'
import { casePauseRefusal } from '@regie/contract/case-action-rules.ts'
import type { CaseDetail } from '@regie/contract/cases.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { pauseCases, resumeCases } from './case-transitions.ts'
import { movingOne, mustAllow, type SeenCase, workOnCase } from '../case-work.ts'
import { notifyEngine } from '../../case-runs/notify-engine.ts'
import { openCaseUndoEntry } from '../many/open-case-undo-entry.ts'

/** Pauses a case until a moment, or for ever with null. The engine passes over it; what has left is not called back. */
export function pauseCase(services: Services, caller: Caller, seen: SeenCase, until: Date | null): Promise<CaseDetail> {
  return workOnCase(services, caller, seen, async (tx, locked, now) => {
    mustAllow(locked, 'pause')
    const refusal = casePauseRefusal(until, now)
    if (refusal) throw new AppError(refusal, { field: 'until' })
    await openCaseUndoEntry(tx, caller, locked, { change: { kind: 'pause', result: null }, right: Right.changeCases, at: now })
    await pauseCases(tx, movingOne(locked, caller, now), { until, why: 'staff' })
  })
}

/** Goes on with a paused case, whatever it was paused for; one with a promise or plan running waits for it, unless it goes on past that. */
export function resumeCase(
  services: Services,
  caller: Caller,
  seen: SeenCase,
  { pastPromise }: { pastPromise: boolean },
): Promise<CaseDetail> {
  return workOnCase(services, caller, seen, async (tx, locked, now) => {
    mustAllow(locked, 'resume')
    await openCaseUndoEntry(tx, caller, locked, { change: { kind: 'resume', result: null }, right: Right.changeCases, at: now })
    await resumeCases(tx, movingOne(locked, caller, now), { event: 'resumed' }, { pastPromises: pastPromise })
    await notifyEngine(tx)
  })
}
