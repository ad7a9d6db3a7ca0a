import type { ResultCode } from '@regie/contract/result-codes.ts'
import { publish } from '../../live/publish.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { recordTimeline } from '../timeline/record-timeline.ts'
import { stopOutreach } from './stop-outreach.ts'

/** `undoEntryId`: what is cancelled can be queued again by taking that entry back. */
type By = { user?: string; at?: Date; undoEntryId?: number | null }

/**
 * Closes a case with its result: its run ends and what waits to be sent is cancelled, in the caller's transaction.
 * Returns false, and changes nothing, when it was closed already.
 */
export async function closeCase(
  tx: Transaction,
  { customerId, caseId }: { customerId: number; caseId: number },
  result: ResultCode,
  { user, at = new Date(), undoEntryId = null }: By = {},
): Promise<boolean> {
  const open = await tx
    .selectFrom('cases')
    .select('batch_id')
    .where('customer_id', '=', customerId)
    .where('id', '=', caseId)
    .where('status', '!=', 'closed')
    .forUpdate()
    .executeTakeFirst()
  if (!open) return false
  // Messages before the case: senders lock a message first and the counters after it, and the case's own change locks the counters.
  await stopOutreach(tx, customerId, [caseId], undoEntryId)
  await tx
    .updateTable('cases')
    .set((eb) => ({
      status: 'closed',
      status_at: at,
      result,
      last_result: result,
      paused_until: null,
      paused_for: null,
      live_state: null,
      updated_at: at,
      version: eb('version', '+', 1),
    }))
    .where('customer_id', '=', customerId)
    .where('id', '=', caseId)
    .execute()
  await tx
    .updateTable('case_runs')
    .set({ state: 'finished', waiting_for: null, owner: null, claimed_at: null })
    .where('customer_id', '=', customerId)
    .where('case_id', '=', caseId)
    .execute()
  await recordTimeline(tx, [{ customerId, caseId, event: 'closed', params: { result }, ...(user !== undefined && { byUser: user }), at }])
  await publish(tx, { kind: 'case.changed', customerId, batchId: open.batch_id, caseId })
  await publish(tx, { kind: 'batch.changed', customerId, batchId: open.batch_id })
  return true
}
