import type { BulkJob } from '@regie/contract/bulk.ts'
import { sql } from 'kysely'
import { enqueue } from '../../jobs/enqueue.ts'
import { publish } from '../../live/publish.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { UndoEntryRef } from '../undo-entries/open-undo-entry.ts'
import type { KeptBatchWork, KeptCaseWork } from './bulk-queries.ts'

type NewBulk = { customerId: number; filter: unknown; total: number; at: Date } & (
  | { kind: 'cases'; work: Omit<KeptCaseWork, 'filter'> }
  | { kind: 'batches'; work: Omit<KeptBatchWork, 'filter'> }
)

/** Begins a bulk job of this caller: it does its work part by part, after the commit. Answers its id. */
export async function insertBulk(
  tx: Transaction,
  { userId, username }: Caller,
  { customerId, kind, filter, work, total, at }: NewBulk,
): Promise<number> {
  const { id } = await tx
    .insertInto('bulk_jobs')
    .values({
      customer_id: customerId,
      user_id: userId,
      username,
      kind,
      filter: JSON.stringify(filter),
      action: JSON.stringify(work),
      total,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueue(tx, 'runBulk', { bulkId: id, customerId })
  return id
}

/** The bulk job behind an entry does no more: what it did is being taken back. Waits for the part that it is doing now. */
export const stopBulk = (tx: Transaction, { id, customerId }: UndoEntryRef, now: Date) =>
  stopJobs(tx, { customerId, column: 'undo_entry_id', id }, now)

/** A bulk job does no more. */
export const stopBulkJob = (tx: Transaction, { customerId, id }: { customerId: number; id: number }, now: Date) =>
  stopJobs(tx, { customerId, column: 'id', id }, now)

type Which = { customerId: number; column: 'id' | 'undo_entry_id'; id: number }

async function stopJobs(tx: Transaction, { customerId, column, id }: Which, now: Date): Promise<void> {
  const job = await tx
    .updateTable('bulk_jobs')
    .set({ state: 'cancelled' satisfies BulkJob['state'], finished_at: now })
    .where('customer_id', '=', customerId)
    .where(column, '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .returning(['id', 'user_id'])
    .executeTakeFirst()
  if (job) await publish(tx, { kind: 'bulk.changed', customerId, bulkId: job.id, userId: job.user_id })
}

export type BulkStep = {
  id: number
  customerId: number
  userId: number
  reached: number
  /** How many more are done, and how many were passed over for which reason. */
  done: number
  skipped: Record<string, number>
}

/** How far a job is, in the transaction of what it did. */
export async function saveBulkStep(tx: Transaction, { id, customerId, userId, reached, done, skipped }: BulkStep): Promise<void> {
  await sql`
    update bulk_jobs j set reached = ${reached}, done = j.done + ${done},
      skipped = j.skipped || coalesce((select jsonb_object_agg(key, coalesce((j.skipped ->> key)::int, 0) + value::int)
          from jsonb_each_text(${JSON.stringify(skipped)}::jsonb)),
        '{}')
    where customer_id = ${customerId} and id = ${id}`.execute(tx)
  await publish(tx, { kind: 'bulk.changed', customerId, bulkId: id, userId })
}

/** The end of a job. */
export async function endBulk(
  tx: Transaction,
  { id, customerId, userId }: Pick<BulkStep, 'id' | 'customerId' | 'userId'>,
  state: 'done' | 'failed' | 'refused',
  now: Date,
): Promise<void> {
  await tx
    .updateTable('bulk_jobs')
    .set({ state, finished_at: now })
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .execute()
  await publish(tx, { kind: 'bulk.changed', customerId, bulkId: id, userId })
}
