import type { BatchRow, TrialWish } from '@regie/contract/batches.ts'
import { graceSeconds } from '@regie/contract/messages.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import { openUndoEntry } from '../../undo-entries/open-undo-entry.ts'
import { type Caller, mustAccessCustomer } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { mustNotBeLocked } from '../../cases/batch-lock.ts'
import { notifyEngine } from '../../case-runs/notify-engine.ts'
import { letRestBeginFrom } from '../../case-runs/pass-trial.ts'
import { waitsForTrial } from '../../case-runs/run-selection.ts'
import { changeBatch, type LockedBatch, selectBatchForUpdate } from '../batch-changes.ts'
import { findBatch } from '../batch-queries.ts'
import { beginTrial } from './begin-trial.ts'

/** Lets a batch begin with a few of its cases, or ends that: null lets all of them go. */
export async function setTrial(services: Services, caller: Caller, batchId: number, wish: TrialWish | null): Promise<BatchRow> {
  await services.db.transaction().execute(async (tx) => {
    const batch = await selectBatchForUpdate(tx, batchId)
    mustAccessCustomer(caller, batch.customerId, 'batch.notFound')
    mustNotBeLocked(batch, caller)
    if (wish === null) await endTrial(tx, caller, batch, services.clock.now())
    else await beginTrial(tx, batch, wish, services.clock.now())
    await notifyEngine(tx)
  })
  return findBatch(services, caller, batchId)
}

/** The rest of the cases goes, after a grace: until the first of them begins it can be taken back. A trial run that was evaluated is only put away. */
async function endTrial(tx: Transaction, caller: Caller, batch: LockedBatch, now: Date): Promise<void> {
  const { id, customerId, trialUntilCase, name } = batch
  if (trialUntilCase !== null) {
    const { rows } = await sql<{ trial: unknown; waiting: number }>`
      select b.trial, (
        select count(*)
        from cases c
        where c.customer_id = b.customer_id and c.batch_id = b.id and ${waitsForTrial}
          and c.status = 'open')::int as waiting
      from batches b
      where b.customer_id = ${customerId} and b.id = ${id}`.execute(tx)
    const firstAt = await letRestBeginFrom(tx, batch, trialUntilCase, new Date(now.getTime() + graceSeconds * 1_000))
    const release = { batchId: id, trial: rows[0]?.trial, trialUntilCase }
    const entry = {
      customerId,
      userId: caller.userId,
      action: 'batch.release',
      name,
      right: Right.pauseBatches,
      at: now,
      ...(firstAt !== null && { endsAt: firstAt }),
    } as const
    await openUndoEntry(tx, { ...entry, batchId: id, count: rows[0]?.waiting ?? 0, before: { release } })
  }
  await changeBatch(tx, batch, { trial: null, trial_until_case: null })
}
