import type { BatchBulkAction } from '@regie/contract/bulk.ts'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Transaction } from '../../platform/db/database.ts'
import { notifyEngine } from '../case-runs/notify-engine.ts'
import { addToBefore, extendUndoEntry } from '../undo-entries/open-undo-entry.ts'
import { changeBatch, countOpenCases, type LockedBatch, selectBatchForUpdate } from '../batches/batch-changes.ts'
import { type BatchBefore, type BatchAction, beforeOf, doBatchAction } from '../batches/batch-actions.ts'
import { afterAction } from '../batches/batch-status.ts'
import { saveBulkStep } from './bulk-changes.ts'
import { type BulkAtWork, KeptBatchWork } from './bulk-queries.ts'

type Action = z.infer<typeof BatchBulkAction>

/** Does the next batch of a job over batches; true when there may be more. */
export async function doBatchPart(tx: Transaction, job: BulkAtWork, now: Date): Promise<boolean> {
  const { action, batchIds } = KeptBatchWork.parse({ ...(job.action as object), filter: job.filter })
  const reached = batchIds.find((id) => id > job.reached)
  if (reached === undefined) return false
  await sql`set local statement_timeout = '120s'`.execute(tx)
  const batch = await selectBatchForUpdate(tx, reached)
  const refusal = batch.lockedBy !== null && !job.mayUnlock ? 'batch.locked' : await act(tx, job, batch, action, now)
  await saveBulkStep(tx, { ...job, reached, done: 1, skipped: refusal === null ? {} : { [refusal]: 1 } })
  return true
}

/** Why the batch is passed over, or null when it is done. */
async function act(tx: Transaction, job: BulkAtWork, batch: LockedBatch, action: Action, now: Date): Promise<string | null> {
  if (action.kind === 'priority') {
    const { priority } = action
    await remember(tx, job, { ...unchanged(batch), after: { ...unchanged(batch).after, priority } })
    await changeBatch(tx, batch, { priority })
    await extendUndoEntry(tx, job.entry, await countOpenCases(tx, batch), { now })
    await notifyEngine(tx)
    return null
  }
  const wanted = auditEntryOf(action)
  const outcome = afterAction(batch.status, wanted.kind)
  if ('refusal' in outcome) return outcome.refusal
  await remember(tx, job, beforeOf(batch, wanted))
  await doBatchAction(tx, batch, wanted, { entry: job.entry, user: job.username })
  return null
}

function auditEntryOf(action: Exclude<Action, { kind: 'priority' }>): BatchAction {
  if (action.kind === 'pause') return { kind: 'pause', until: action.until === null ? null : new Date(action.until) }
  return action
}

function unchanged(batch: LockedBatch): BatchBefore {
  const { status, priority } = batch
  const state = { status, priority, pausedUntil: batch.pausedUntil?.toISOString() ?? null }
  return { batchId: batch.id, ...state, after: state }
}

async function remember(tx: Transaction, { customerId, entry }: BulkAtWork, before: BatchBefore): Promise<void> {
  await addToBefore(tx, { customerId, id: entry.id }, 'batches', before)
}
