import type { BatchStatus } from '@regie/contract/batches.ts'
import { closingCodes } from '@regie/contract/result-codes.ts'
import * as z from 'zod'
import { enqueue } from '../../jobs/enqueue.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { closeBatchCases, reopenBatchCases, reopenPausedCases } from '../cases/many/batch-cases.ts'
import type { Change } from '../cases/many/cases-at-once.ts'
import { notifyEngine } from '../case-runs/notify-engine.ts'
import { wakeHeldByBatch } from '../case-runs/wake-held.ts'
import { addToBefore, extendUndoEntry } from '../undo-entries/open-undo-entry.ts'
import { changeBatch, countOpenCases, type LockedBatch, recordForCases } from './batch-changes.ts'
import { afterAction, pauseRefusal } from './batch-status.ts'

/** What staff do with a batch as a whole, one by one or with many. */
export type BatchAction =
  | { kind: 'pause'; until: Date | null }
  | { kind: 'resume'; includePaused: boolean }
  | { kind: 'close'; resultCode: string; endPaymentLinks: boolean }
  | { kind: 'reopen'; includePaused: boolean }

/** How a batch stood before an entry and after it: taken back is only what nobody changed since. */
export const BatchBefore = z.object({
  batchId: z.number(),
  status: z.enum(['preparing', 'open', 'paused', 'closed']),
  pausedUntil: z.nullable(z.string()),
  priority: z.number(),
  after: z.object({ status: z.enum(['preparing', 'open', 'paused', 'closed']), pausedUntil: z.nullable(z.string()), priority: z.number() }),
})
export type BatchBefore = z.infer<typeof BatchBefore>

/** Does it with a batch that the caller has locked and that may be changed so. Answers how many cases it is about. */
export async function doBatchAction(tx: Transaction, batch: LockedBatch, wanted: BatchAction, change: Change): Promise<number> {
  const count = await doIt(tx, batch, wanted, change)
  await extendUndoEntry(tx, change.entry, count, { now: change.entry.at })
  await notifyEngine(tx)
  return count
}

async function doIt(tx: Transaction, batch: LockedBatch, wanted: BatchAction, change: Change): Promise<number> {
  const { at } = change.entry
  if (wanted.kind === 'pause') {
    const refusal = pauseRefusal(wanted.until, at)
    if (refusal) throw new AppError(refusal, { field: 'until' })
    await changeBatch(tx, batch, { status: 'paused', paused_until: wanted.until })
    await recordForCases(tx, batch, { event: 'batchPaused', at, user: change.user, until: wanted.until })
    return countOpenCases(tx, batch)
  }
  if (wanted.kind === 'close') {
    if (!(closingCodes as string[]).includes(wanted.resultCode)) throw new AppError('batch.resultCodeUnknown', { field: 'resultCode' })
    await changeBatch(tx, batch, { status: 'closed', paused_until: null })
    if (wanted.endPaymentLinks) await endLinksLater(tx, batch, change)
    const closed = await closeBatchCases(tx, batch, { ...change, result: wanted.resultCode })
    await notifySubscribers(tx, batch, { at, count: closed })
    return closed
  }
  await changeBatch(tx, batch, { status: 'open', paused_until: null })
  await wakeHeldByBatch(tx, batch, at)
  if (wanted.kind === 'reopen') return reopenBatchCases(tx, batch, { ...change, includePaused: wanted.includePaused })
  await recordForCases(tx, batch, { event: 'batchResumed', at, user: change.user })
  if (wanted.includePaused) await reopenPausedCases(tx, batch, change)
  return countOpenCases(tx, batch)
}

// A job does it in parts; the entry lists the batch for as long as it may.
async function endLinksLater(tx: Transaction, { id: batchId, customerId }: LockedBatch, { entry, user }: Change): Promise<void> {
  await addToBefore(tx, entry, 'linksOf', { batchId })
  await enqueue(tx, 'endPaymentLinks', { customerId, of: { batchId, undoEntryId: entry.id }, byUser: user })
}

const notifySubscribers = (tx: Transaction, { id, customerId, scriptId, name }: LockedBatch, { at, count }: { at: Date; count: number }) =>
  enqueue(tx, 'mailSubscribers', {
    ...{ customerId, key: 'batch_finished', cause: `batchClosed:${id}:${at.getTime()}` },
    ...{ scriptIds: [scriptId], about: name, count, until: null },
  })

/** The state before and after, as the entry keeps it. */
export function beforeOf(batch: LockedBatch, wanted: BatchAction): BatchBefore {
  const { id: batchId, status, priority } = batch
  const outcome = afterAction(status, wanted.kind)
  const next: BatchStatus = 'refusal' in outcome ? status : outcome.status
  const until = wanted.kind === 'pause' ? wanted.until : null
  return {
    batchId,
    status,
    priority,
    pausedUntil: batch.pausedUntil?.toISOString() ?? null,
    after: { status: next, priority, pausedUntil: until?.toISOString() ?? null },
  }
}
