import { Right } from '@regie/contract/right-codes.ts'
import { casePauseRefusal } from '@regie/contract/case-action-rules.ts'
import type { CaseDetail } from '@regie/contract/cases.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { changeCase } from './case-changes.ts'
import { mustAllow, type SeenCase, workOnCase } from './case-work.ts'
import { notifyEngine } from '../case-runs/notify-engine.ts'
import { openCaseUndoEntry } from './many/open-case-undo-entry.ts'
import { recordTimeline } from '../timeline/record-timeline.ts'
import { wakeHeldCases } from '../case-runs/wake-held.ts'

/** Pauses a case until a moment, or for ever with null. The engine passes over it; what has left is not called back. */
export function pauseCase(services: Services, caller: Caller, seen: SeenCase, until: Date | null): Promise<CaseDetail> {
  return workOnCase(services, caller, seen, async (tx, locked, now) => {
    mustAllow(locked, 'pause')
    const refusal = casePauseRefusal(until, now)
    if (refusal) throw new AppError(refusal, { field: 'until' })
    await openCaseUndoEntry(tx, caller, locked, { right: Right.changeCases, at: now })
    const change = { status: 'paused', paused_until: until, paused_for: 'staff' }
    await changeCase(tx, locked, now, locked.status === 'paused' ? change : { ...change, status_at: now })
    const { customerId, caseId } = locked
    const params = until ? { until: until.toISOString() } : {}
    await recordTimeline(tx, [{ customerId, caseId, event: 'paused', params, byUser: caller.username, at: now }])
  })
}

/** Goes on with a paused case, whatever it was paused for. */
export function resumeCase(services: Services, caller: Caller, seen: SeenCase): Promise<CaseDetail> {
  return workOnCase(services, caller, seen, async (tx, locked, now) => {
    mustAllow(locked, 'resume')
    await openCaseUndoEntry(tx, caller, locked, { right: Right.changeCases, at: now })
    await changeCase(tx, locked, now, { status: 'open', status_at: now, paused_until: null, paused_for: null })
    await wakeHeldCases(tx, locked.customerId, [locked.caseId], now)
    const { customerId, caseId } = locked
    await recordTimeline(tx, [{ customerId, caseId, event: 'resumed', byUser: caller.username, at: now }])
    await notifyEngine(tx)
  })
}
