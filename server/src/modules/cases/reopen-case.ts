import { Right } from '@regie/contract/right-codes.ts'
import type { CaseDetail } from '@regie/contract/cases.ts'
import { sql } from 'kysely'
import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { beginRun } from '../case-runs/begin-run.ts'
import { changeCase, type LockedCase } from './case-changes.ts'
import { mustAllow, type SeenCase, workOnCase } from './case-work.ts'
import { notifyEngine } from '../case-runs/notify-engine.ts'
import { openCaseUndoEntry } from './many/open-case-undo-entry.ts'
import { recordTimeline } from '../timeline/record-timeline.ts'

/** Opens a closed case. Its script goes on where it stood, or begins again with the version that lives now. */
export function reopenCase(services: Services, caller: Caller, seen: SeenCase, restart: boolean): Promise<CaseDetail> {
  return workOnCase(services, caller, seen, async (tx, locked, now) => {
    mustAllow(locked, 'reopen')
    // Nobody works on it until its batch is open.
    if (locked.batchStatus === 'closed') throw new AppError('batch.notOpen')
    // Where a run stood that begins again is not kept.
    if (!restart) await openCaseUndoEntry(tx, caller, locked, { right: Right.closeCases, at: now })
    await changeCase(tx, locked, now, {
      status: 'open',
      status_at: now,
      result: null,
      closed_by_batch: false,
      paused_before_closing: false,
      paused_until: null,
      paused_for: null,
    })
    await (restart ? beginRun(tx, locked, now) : continueRun(tx, locked, now))
    const { customerId, caseId } = locked
    const event = restart ? 'reopenedAnew' : 'reopened'
    await recordTimeline(tx, [{ customerId, caseId, event, byUser: caller.username, at: now }])
    await notifyEngine(tx)
  })
}

// A script that had come to its end stays there: going on would close the case again at once.
async function continueRun(tx: Transaction, { customerId, caseId }: LockedCase, at: Date) {
  await sql`
    update case_runs r
    set state = 'ready', waiting_for = null, owner = null, claimed_at = null, due_at = ${at}, held = null
    from script_versions v
    where r.customer_id = ${customerId}
      and r.case_id = ${caseId}
      and v.customer_id = r.customer_id
      and v.id = r.script_version_id
      and not exists (select from jsonb_array_elements(v.steps) s
        where s ->> 'key' = r.step and s ->> 'kind' = 'finish')`.execute(tx)
}
