import type { BatchStatus } from '@regie/contract/batches.ts'
import { sql } from 'kysely'
import { publish } from '../../live/publish.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'

export type LockedBatch = { id: number; customerId: number; status: BatchStatus }

/** Takes a batch for this transaction: two people who change it at once come one after the other. */
export async function lockBatch(tx: Transaction, batchId: number): Promise<LockedBatch> {
  const row = await tx
    .selectFrom('batches')
    .select(['id', 'customer_id', 'status'])
    .where('id', '=', batchId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('batch.notFound')
  return { id: row.id, customerId: row.customer_id, status: row.status as BatchStatus }
}

/** Changes a batch that the caller has locked, and tells the screens. */
export async function changeBatch(
  tx: Transaction,
  { id, customerId }: LockedBatch,
  change: { status: BatchStatus; pausedUntil: Date | null },
): Promise<void> {
  await tx
    .updateTable('batches')
    .set((eb) => ({ status: change.status, paused_until: change.pausedUntil, version: eb('version', '+', 1) }))
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .execute()
  await publish(tx, { kind: 'batch.changed', customerId, batchId: id })
}

type Told = { event: 'batchPaused' | 'batchResumed'; at: Date; user: string; until?: Date | null }

/** Tells the timelines of a batch's cases that are not closed what happened to the batch. */
export async function tellCases(tx: Transaction, { id, customerId }: LockedBatch, { event, at, user, until }: Told): Promise<void> {
  await sql`
    insert into timeline (customer_id, case_id, at, kind, event, params, by_user)
    select customer_id, id, ${at}::timestamptz, 'batch', ${event}, ${JSON.stringify(until ? { until: until.toISOString() } : {})}::jsonb, ${user}
    from cases where customer_id = ${customerId} and batch_id = ${id} and status <> 'closed'`.execute(tx)
}
