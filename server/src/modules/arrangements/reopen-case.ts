import { Right } from '@regie/contract/right-codes.ts'
import type { CaseDetail } from '@regie/contract/cases.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { unlistReopened } from './blacklist/take-off-blacklist.ts'
import { beginRun } from '../case-runs/begin-run.ts'
import { reopenCases } from '../cases/status/case-transitions.ts'
import { movingOne, mustAllow, type SeenCase, workOnCase } from '../cases/case-work.ts'
import { isHandedOver } from '../cases/status/is-handed-over.ts'
import { notifyEngine } from '../case-runs/notify-engine.ts'
import { openCaseUndoEntry } from '../cases/many/open-case-undo-entry.ts'

/** Opens a closed case; what its closing put on the blacklist ends. Its script goes on where it stood, or begins again with the version that lives now. */
export function reopenCase(services: Services, caller: Caller, seen: SeenCase, restart: boolean): Promise<CaseDetail> {
  return workOnCase(services, caller, seen, async (tx, locked, now) => {
    mustAllow(locked, 'reopen')
    // Nobody works on it until its batch is open.
    if (locked.batchStatus === 'closed') throw new AppError('batch.notOpen')
    const { anonymous_at: goneAt } = await tx
      .selectFrom('cases')
      .select('anonymous_at')
      .where('customer_id', '=', locked.customerId)
      .where('id', '=', locked.caseId)
      .executeTakeFirstOrThrow()
    // Nobody would be called, and nobody would owe.
    if (goneAt !== null) throw new AppError('case.anonymous')
    // Who has it would go on collecting; taking it back says why.
    if (await isHandedOver(tx, locked)) throw new AppError('case.handedOver')
    // Where a run stood that begins again is not kept.
    const change = { kind: 'reopen', result: null } as const
    if (!restart) await openCaseUndoEntry(tx, caller, locked, { change, right: Right.closeCases, at: now })
    await unlistReopened(tx, { customerId: locked.customerId, at: now, byUser: caller.username }, [locked.caseId])
    const event = restart ? 'reopenedAnew' : 'reopened'
    await reopenCases(tx, movingOne(locked, caller, now), { includePaused: true, event })
    if (restart) await beginRun(tx, locked, now)
    const { customerId, caseId } = locked
    // A booking that closed it may be taken back by now.
    await enqueue(tx, 'endPaymentLinks', { customerId, of: { caseId }, byUser: caller.username, revives: true })
    await notifyEngine(tx)
  })
}
