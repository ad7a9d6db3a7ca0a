import type { BatchRow } from '@regie/contract/batches.ts'
import { isResultCode, type ResultCode } from '@regie/contract/result-codes.ts'
import { sql } from 'kysely'
import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { isWorthRetrying } from '../../platform/db/database-trouble.ts'
import { type Caller, mustServe } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { mustNotBeLocked } from '../cases/batch-lock.ts'
import { closeBatchCases, reopenBatchCases, reopenPausedCases } from '../cases/batch-cases.ts'
import { notifyEngine } from '../cases/notify-engine.ts'
import { changeBatch, type LockedBatch, lockBatch, tellCases } from './batch-changes.ts'
import { findBatch } from './batch-queries.ts'
import { afterDeed, type BatchDeed, pauseRefusal } from './batch-status.ts'

/** Pauses a batch until a moment, or for ever with null. Its cases stay as they are; the engine passes over them. What has left is not called back. */
export function pauseBatch(services: Services, caller: Caller, batchId: number, until: Date | null): Promise<BatchRow> {
  return changeStatus(services, caller, batchId, 'pause', async (tx, batch, now) => {
    const refusal = pauseRefusal(until, now)
    if (refusal) throw new AppError(refusal, { field: 'until' })
    await changeBatch(tx, batch, { status: 'paused', paused_until: until })
    await tellCases(tx, batch, { event: 'batchPaused', at: now, user: caller.username, until })
  })
}

/** Goes on with a batch; with the cases that are paused by themselves too, if asked. */
export function resumeBatch(services: Services, caller: Caller, batchId: number, includePaused: boolean): Promise<BatchRow> {
  return changeStatus(services, caller, batchId, 'resume', async (tx, batch, now) => {
    await changeBatch(tx, batch, { status: 'open', paused_until: null })
    await tellCases(tx, batch, { event: 'batchResumed', at: now, user: caller.username })
    if (includePaused) await reopenPausedCases(tx, batch.customerId, batch.id, now)
    await notifyEngine(tx)
  })
}

/** Closes a batch with all its open and paused cases. What was queued for them is cancelled in the same transaction. */
export function closeBatch(services: Services, caller: Caller, batchId: number, resultCode: string): Promise<BatchRow> {
  return changeStatus(services, caller, batchId, 'close', async (tx, batch, now) => {
    if (!isResultCode(resultCode)) throw new AppError('batch.resultCodeUnknown', { field: 'resultCode' })
    const result: ResultCode = resultCode
    await changeBatch(tx, batch, { status: 'closed', paused_until: null })
    await closeBatchCases(tx, batch.customerId, batch.id, { result, at: now, user: caller.username })
  })
}

/** Opens a batch and the cases that its closing closed; those that were paused then are paused again, unless they are asked for too. */
export function reopenBatch(services: Services, caller: Caller, batchId: number, includePaused: boolean): Promise<BatchRow> {
  return changeStatus(services, caller, batchId, 'reopen', async (tx, batch, now) => {
    await changeBatch(tx, batch, { status: 'open', paused_until: null })
    await reopenBatchCases(tx, batch.customerId, batch.id, { includePaused, at: now, user: caller.username })
    await notifyEngine(tx)
  })
}

type Change = (tx: Transaction, batch: LockedBatch, now: Date) => Promise<void>

/** May he, is it allowed now, change it, tell it. When it is not allowed, the answer shows how the batch stands. */
async function changeStatus(services: Services, caller: Caller, batchId: number, deed: BatchDeed, change: Change): Promise<BatchRow> {
  const refusal = await tryThrice(() =>
    services.db.transaction().execute(async (tx) => {
      // A batch of 100,000 cases is one statement; the web's limit is for questions.
      await sql`set local statement_timeout = '120s'`.execute(tx)
      const batch = await lockBatch(tx, batchId)
      mustServe(caller, batch.customerId, 'batch.notFound')
      mustNotBeLocked(batch, caller)
      const outcome = afterDeed(batch.status, deed)
      if ('refusal' in outcome) return outcome.refusal
      await change(tx, batch, services.clock.now())
      return null
    }),
  )
  const current = await findBatch(services, caller, batchId)
  if (refusal) throw new AppError(refusal, { current })
  return current
}

/** The engine works on the same cases; when both wait for each other, PostgreSQL lets one of them go, and nothing of it has happened. */
async function tryThrice<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === 3 || !isWorthRetrying(error)) throw error
    }
  }
}
