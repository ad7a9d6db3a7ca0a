import { sql } from 'kysely'
import type { Db, Transaction } from '../../../platform/db/database.ts'
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
export async function reopenPausedCases(tx: Transaction, batch: BatchRef, { entry }: { entry: UndoEntryRef }): Promise<void> {
  const caseIds = await lockCases(tx, batch, sql.raw(pausedByStaff))
  await resumeCases(tx, batch.customerId, caseIds, { entry })
}

// What was promised, complained of, or asks for care is not for a batch to end.
const pausedByStaff = `status = 'paused' and (paused_for is null or paused_for in ('staff', 'callback', 'reply'))`

/** SQL: a paused case that goes on with its batch: one that has a promise or plan running waits for that then. */
export const resumable = `${pausedByStaff} and not exists (
        select from payment_promises p
        where p.customer_id = cases.customer_id and p.case_id = cases.id and p.state = 'open')`

/** How many cases of a batch wait for what was promised. */
export async function countPromised(db: Db, { customerId, id }: BatchRef): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting
    from cases
    where customer_id = ${customerId} and batch_id = ${id} and status = 'paused' and paused_for = 'promise'`.execute(db)
  return rows[0]?.waiting ?? 0
}

async function lockCases(tx: Transaction, { customerId, id }: BatchRef, condition: ReturnType<typeof sql>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from cases where customer_id = ${customerId} and batch_id = ${id} and ${condition} order by id for update`.execute(tx)
  return rows.map((row) => row.id)
}
