import type { BatchTrial, TrialWish } from '@regie/contract/batches.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { letNobodyPass } from '../../case-runs/pass-trial.ts'
import { changeBatch, type LockedBatch } from '../batch-changes.ts'

/** The batch, locked by the caller, works with its first open cases only until they are evaluated. Refuses one that is preparing, closed or on trial. */
export async function beginTrial(tx: Transaction, batch: LockedBatch, { size, waitMinutes, limits }: TrialWish, now: Date): Promise<void> {
  if (batch.status === 'preparing') throw new AppError('batch.preparing')
  if (batch.status === 'closed') throw new AppError('batch.alreadyClosed')
  if (batch.trialUntilCase !== null) throw new AppError('batch.trialUnderWay')
  await letNobodyPass(tx, batch)
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
