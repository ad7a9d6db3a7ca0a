import type { BatchStatus } from '@regie/contract/batches.ts'
import type { ErrorCode } from '@regie/contract/error-codes.ts'

export type BatchActionKind = 'pause' | 'resume' | 'close' | 'reopen'

// From which statuses an action is allowed. A paused batch may be paused again: until another moment.
const allowed: Record<BatchActionKind, readonly BatchStatus[]> = {
  pause: ['open', 'paused'],
  resume: ['paused'],
  close: ['open', 'paused'],
  reopen: ['closed'],
}
const after: Record<BatchActionKind, BatchStatus> = { pause: 'paused', resume: 'open', close: 'closed', reopen: 'open' }
const pauseDaysMax = 365

/** The status after an action, or the refusal that says why not. */
export function afterAction(status: BatchStatus, action: BatchActionKind): { status: BatchStatus } | { refusal: ErrorCode } {
  return allowed[action].includes(status) ? { status: after[action] } : { refusal: refusalOf(status, action) }
}

function refusalOf(status: BatchStatus, action: BatchActionKind): ErrorCode {
  if (status === 'preparing') return 'batch.preparing'
  if (action === 'resume') return 'batch.notPaused'
  if (action === 'reopen') return 'batch.notClosed'
  return action === 'close' ? 'batch.alreadyClosed' : 'batch.notOpen'
}

/** Why a batch may not be paused until this moment; null for ever is always fine. */
export function pauseRefusal(until: Date | null, now: Date): ErrorCode | null {
  if (until === null) return null
  if (until <= now) return 'batch.pauseInPast'
  return until.getTime() - now.getTime() > pauseDaysMax * 24 * 60 * 60_000 ? 'batch.pauseTooLong' : null
}
