import type { BatchStatus } from '@regie/contract/batches.ts'
import { sql, type Updateable } from 'kysely'
import { publish } from '../../live/publish.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Batches } from '../../platform/db/tables.generated.ts'
import { recordForAll } from '../timeline/record-timeline.ts'
import { type BatchLock, batchLockColumns } from '../cases/batch-lock.ts'

export type LockedBatch = BatchLock & {
  id: number
  customerId: number
  scriptId: number
  name: string
  status: BatchStatus
  pausedUntil: Date | null
  version: number
  priority: number
  /** While a trial runs or waits: the last case that takes part. */
  trialUntilCase: number | null
}

/** Takes a batch for this transaction: two people who change it at once come one after the other. */
export async function selectBatchForUpdate(tx: Transaction, batchId: number): Promise<LockedBatch> {
  const row = await tx
    .selectFrom('batches')
    .select([
      'id',
      'customer_id as customerId',
      'script_id as scriptId',
      'name',
      'status',
      'paused_until as pausedUntil',
      'version',
      'priority',
      'trial_until_case as trialUntilCase',
    ])
    .select(batchLockColumns)
    .where('id', '=', batchId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('batch.notFound')
  return { ...row, status: row.status as BatchStatus }
}

/** Changes a batch that the caller has locked, and publishes it. */
export async function changeBatch(tx: Transaction, { id, customerId }: LockedBatch, change: Updateable<Batches>): Promise<void> {
  await tx
    .updateTable('batches')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .execute()
  await publish(tx, { kind: 'batch.changed', customerId, batchId: id })
}

/** How many cases of a batch are open or paused, by its kept counters. */
export async function countOpenCases(tx: Transaction, { id, customerId }: LockedBatch): Promise<number> {
  const { open, paused } = await tx
    .selectFrom('batch_counters')
    .select(['open', 'paused'])
    .where('customer_id', '=', customerId)
    .where('batch_id', '=', id)
    .executeTakeFirstOrThrow()
  return open + paused
}

type NewAuditEntry = { event: 'batchPaused' | 'batchResumed'; at: Date; user: string | null; until?: Date | null }

/** Tells the timelines of a batch's cases that are not closed what happened to the batch. */
export async function recordForCases(
  tx: Transaction,
  { id, customerId }: LockedBatch,
  { event, at, user, until }: NewAuditEntry,
): Promise<void> {
  const line = { customerId, at, byUser: user, event, ...(until && { params: { until: until.toISOString() } }) }
  await sql`
    select ${recordForAll(line, sql`array_agg(id)`)}
    from cases
    where customer_id = ${customerId} and batch_id = ${id} and status <> 'closed'`.execute(tx)
}
