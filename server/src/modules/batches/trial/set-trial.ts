import type { BatchRow, TrialWish } from '@regie/contract/batches.ts'
import { type Caller, mustAccessCustomer } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { mustNotBeLocked } from '../../cases/batch-lock.ts'
import { notifyEngine } from '../../case-runs/notify-engine.ts'
import { changeBatch, selectBatchForUpdate } from '../batch-changes.ts'
import { findBatch } from '../batch-queries.ts'
import { beginTrial } from './begin-trial.ts'

/** Lets a batch begin with a few of its cases, or ends that: null lets all of them go. */
export async function setTrial(services: Services, caller: Caller, batchId: number, wish: TrialWish | null): Promise<BatchRow> {
  await services.db.transaction().execute(async (tx) => {
    const batch = await selectBatchForUpdate(tx, batchId)
    mustAccessCustomer(caller, batch.customerId, 'batch.notFound')
    mustNotBeLocked(batch, caller)
    if (wish === null) await changeBatch(tx, batch, { trial: null, trial_until_case: null })
    else await beginTrial(tx, batch, wish, services.clock.now())
    await notifyEngine(tx)
  })
  return findBatch(services, caller, batchId)
}
