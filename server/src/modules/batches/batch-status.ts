import type { BatchStatus } from '@regie/contract/batches.ts'
import type { ErrorCode } from '@regie/contract/error-codes.ts'

export type BatchDeedKind = 'pause' | 'resume' | 'close' | 'reopen'

// From which statuses a deed is allowed. A paused batch may be paused again: until another moment.
const allowed: Record<BatchDeedKind, readonly BatchStatus[]> = {
  pause: ['open', 'paused'],
  resume: ['paused'],
  close: ['open', 'paused'],
  reopen: ['closed'],
}
const after: Record<BatchDeedKind, BatchStatus> = { pause: 'paused', resume: 'open', close: 'closed', reopen: 'open' }
const pauseDaysMax = 365

/** The status after a deed, or the refusal that tells why not. */
export function afterDeed(status: BatchStatus, deed: BatchDeedKind): { status: BatchStatus } | { refusal: ErrorCode } {
  return allowed[deed].includes(status) ? { status: after[deed] } : { refusal: refusalOf(status, deed) }
}

function refusalOf(status: BatchStatus, deed: BatchDeedKind): ErrorCode {
  if (status === 'preparing') return 'batch.preparing'
  if (deed === 'resume') return 'batch.notPaused'
  if (deed === 'reopen') return 'batch.notClosed'
  return deed === 'close' ? 'batch.alreadyClosed' : 'batch.notOpen'
}

/** Why a batch may not be paused until this moment; null for ever is always fine. */
export function pauseRefusal(until: Date | null, now: Date): ErrorCode | null {
  if (until === null) return null
  if (until <= now) return 'batch.pauseInPast'
  return until.getTime() - now.getTime() > pauseDaysMax * 24 * 60 * 60_000 ? 'batch.pauseTooLong' : null
}
