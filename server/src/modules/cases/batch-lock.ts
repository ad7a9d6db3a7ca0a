import { Right } from '@regie/contract/right-codes.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/caller.ts'

/** Who locked a batch, and why; nobody when `lockedBy` is null. */
export type BatchLock = { lockedBy: string | null; lockReason: string }

/** SQL of a query builder: what mustNotBeLocked() asks of a row of `batches`. */
export const batchLockColumns = ['locked_by as lockedBy', 'lock_reason as lockReason'] as const

/** A locked batch and its cases are changed by holders of right 204 alone. The engine goes on. */
export function mustNotBeLocked({ lockedBy, lockReason }: BatchLock, caller: Caller): void {
  if (lockedBy === null || caller.rights.includes(Right.lockBatches)) return
  throw new AppError('batch.locked', { params: { by: lockedBy, reason: lockReason } })
}

/** The lock of a batch, for who changes one of its cases. */
export async function findBatchLock(db: Db, customerId: number, batchId: number): Promise<BatchLock> {
  const lock = await db
    .selectFrom('batches')
    .select(batchLockColumns)
    .where('customer_id', '=', customerId)
    .where('id', '=', batchId)
    .executeTakeFirst()
  if (!lock) throw new AppError('batch.notFound')
  return lock
}
