import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { UndoEntryRef } from '../../undo-entries/open-undo-entry.ts'
import { type Change, closeCases, reopenCases, resumeCases } from './cases-at-once.ts'

type BatchRef = { customerId: number; id: number }

/** Closes the open and paused cases of a batch. Each remembers that the batch closed it, and whether it was paused. */
export async function closeBatchCases(tx: Transaction, batch: BatchRef, closing: Change & { result: string }): Promise<number> {
  const caseIds = await lockCases(tx, batch, sql`status <> 'closed'`)
  await closeCases(tx, batch.customerId, caseIds, { ...closing, byBatch: true })
  return caseIds.length
}

/** Brings back the cases that the batch's closing closed: open ones open, paused ones paused, or open as well if asked. Their runs go on where they stood. */
export async function reopenBatchCases(tx: Transaction, batch: BatchRef, reopening: Change & { includePaused: boolean }): Promise<number> {
  const caseIds = await lockCases(tx, batch, sql`status = 'closed' and closed_by_batch`)
  await reopenCases(tx, batch.customerId, caseIds, { ...reopening, event: 'batchReopened' })
  return caseIds.length
}

/** Opens the cases of a batch that are paused. */
export async function reopenPausedCases(tx: Transaction, batch: BatchRef, { entry }: { entry: UndoEntryRef }): Promise<number> {
  const caseIds = await lockCases(tx, batch, sql.raw(resumable))
  await resumeCases(tx, batch.customerId, caseIds, { entry })
  return caseIds.length
}

/** SQL: a paused case that goes on with its batch. What was promised, complained of, or asks for care is not for a batch to end. */
export const resumable = `status = 'paused' and (paused_for is null or paused_for in ('staff', 'callback', 'reply'))`

async function lockCases(tx: Transaction, { customerId, id }: BatchRef, condition: ReturnType<typeof sql>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from cases where customer_id = ${customerId} and batch_id = ${id} and ${condition} order by id for update`.execute(tx)
  return rows.map((row) => row.id)
}
