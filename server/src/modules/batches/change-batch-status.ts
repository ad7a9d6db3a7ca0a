import type { BatchRow, ResumedBatch } from '@regie/contract/batches.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { sql } from 'kysely'
import { AppError } from '../../platform/app-error.ts'
import { tryThrice } from '../../platform/db/try-thrice.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { countPromised } from '../cases/many/batch-cases.ts'
import { mustNotBeLocked } from '../cases/batch-lock.ts'
import { openUndoEntry } from '../undo-entries/open-undo-entry.ts'
import { selectBatchForUpdate } from './batch-changes.ts'
import { type BatchAction, beforeOf, doBatchAction } from './batch-actions.ts'
import { findBatch } from './batch-queries.ts'
import { afterAction } from './batch-status.ts'

/** Pauses a batch until a moment, or for ever with null. Its cases stay as they are; the engine passes over them. What has left is not called back. */
export const pauseBatch = (services: Services, caller: Caller, batchId: number, until: Date | null) =>
  changeStatus(services, caller, batchId, { kind: 'pause', until })

/** Goes on with a batch; with the cases that are paused by themselves too, if asked. Those with a promise wait for that. */
export async function resumeBatch(services: Services, caller: Caller, batchId: number, includePaused: boolean): Promise<ResumedBatch> {
  const batch = await changeStatus(services, caller, batchId, { kind: 'resume', includePaused })
  return { ...batch, promised: await countPromised(services.db, { customerId: batch.customerID, id: batchId }) }
}

/** Closes a batch with all its open and paused cases. What was queued for them is cancelled in the same transaction. */
export const closeBatch = (
  services: Services,
  caller: Caller,
  batchId: number,
  { resultCode, endPaymentLinks }: { resultCode: string; endPaymentLinks: boolean },
) => changeStatus(services, caller, batchId, { kind: 'close', resultCode, endPaymentLinks })

/** Opens a batch and the cases that its closing closed; those that were paused then are paused again, unless they are asked for too. */
export const reopenBatch = (services: Services, caller: Caller, batchId: number, includePaused: boolean) =>
  changeStatus(services, caller, batchId, { kind: 'reopen', includePaused })

// As the contract asks for each.
const rightOf = {
  pause: Right.pauseBatches,
  resume: Right.pauseBatches,
  close: Right.closeBatches,
  reopen: Right.closeBatches,
} as const

/** May he, is it allowed now, change it, tell it; for ten minutes it can be taken back. When it is not allowed, the answer shows how the batch stands. */
async function changeStatus(services: Services, caller: Caller, batchId: number, wanted: BatchAction): Promise<BatchRow> {
  const refusal = await tryThrice(() =>
    services.db.transaction().execute(async (tx) => {
      // A batch of 100,000 cases is one statement; the web's limit is for questions.
      await sql`set local statement_timeout = '120s'`.execute(tx)
      const batch = await selectBatchForUpdate(tx, batchId)
      mustAccessCustomer(caller, batch.customerId, 'batch.notFound')
      mustNotBeLocked(batch, caller)
      const outcome = afterAction(batch.status, wanted.kind)
      if ('refusal' in outcome) return outcome.refusal
      const { customerId, name } = batch
      const at = services.clock.now()
      const before = { batches: [beforeOf(batch, wanted)] }
      const entry = await openUndoEntry(tx, {
        customerId,
        userId: caller.userId,
        action: `batch.${wanted.kind}`,
        name,
        batchId,
        right: rightOf[wanted.kind],
        before,
        at,
      })
      await doBatchAction(tx, batch, wanted, { entry, user: caller.username })
      return null
    }),
  )
  const current = await findBatch(services, caller, batchId)
  if (refusal) throw new AppError(refusal, { current })
  return current
}
