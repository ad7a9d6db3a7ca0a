import type { BatchRow } from '@regie/contract/batches.ts'
import { AppError } from '../../platform/app-error.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { changeBatch, selectBatchForUpdate } from './batch-changes.ts'
import { findBatch } from './batch-queries.ts'

type Lock = { locked: boolean; reason: string }

/** Locks a batch against all but holders of right 204, or unlocks it. Locking it again changes the reason and who gave it. */
export async function setBatchLock(services: Services, caller: Caller, batchId: number, { locked, reason }: Lock): Promise<BatchRow> {
  if (locked && reason === '') throw new AppError('batch.lockReasonMissing', { field: 'reason' })
  await services.db.transaction().execute(async (tx) => {
    const batch = await selectBatchForUpdate(tx, batchId)
    mustAccessCustomer(caller, batch.customerId, 'batch.notFound')
    const lock = { locked_at: services.clock.now(), locked_by: caller.username, lock_reason: reason }
    await changeBatch(tx, batch, locked ? lock : { locked_at: null, locked_by: null, lock_reason: '' })
  })
  return findBatch(services, caller, batchId)
}
