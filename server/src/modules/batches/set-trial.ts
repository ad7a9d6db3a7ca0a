import type { BatchRow, BatchTrial, batchEditApi } from '@regie/contract/batches.ts'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { mustNotBeLocked } from '../cases/batch-lock.ts'
import { notifyEngine } from '../case-runs/notify-engine.ts'
import { changeBatch, type LockedBatch, selectBatchForUpdate } from './batch-changes.ts'
import { findBatch } from './batch-queries.ts'

type Wish = RequestOf<typeof batchEditApi.trial>['body']['trial']

/** Lets a batch begin with a few of its cases, or ends that: null lets all of them go. */
export async function setTrial(services: Services, caller: Caller, batchId: number, wish: Wish): Promise<BatchRow> {
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

async function beginTrial(tx: Transaction, batch: LockedBatch, { size, waitMinutes, limits }: NonNullable<Wish>, now: Date) {
  if (batch.status === 'preparing') throw new AppError('batch.preparing')
  if (batch.status === 'closed') throw new AppError('batch.alreadyClosed')
  if (batch.trialUntilCase !== null) throw new AppError('batch.trialUnderWay')
  const cases = await tx
    .selectFrom('cases')
    .select('id')
    .where('customer_id', '=', batch.customerId)
    .where('batch_id', '=', batch.id)
    .where('status', '=', 'open')
    .orderBy('id')
    .limit(size)
    .execute()
  const trial: BatchTrial = {
    state: 'running',
    size: cases.length,
    waitMinutes,
    limits,
    measured: null,
    exceeded: [],
    startedAt: now.toISOString(),
    evaluateAt: null,
    evaluatedAt: null,
  }
  // Cases that come later, by an import or one by one, have a higher number: they wait too.
  await changeBatch(tx, batch, { trial: JSON.stringify(trial), trial_until_case: cases.at(-1)?.id ?? 0 })
}
