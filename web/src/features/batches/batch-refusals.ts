import type { BatchStatus } from '@regie/contract/batches.ts'

export type BatchRefusal = 'preparing' | 'closed' | 'alreadyPaused' | 'notPaused' | 'notClosed'

/** Why an action is not allowed in this status; null when it is. The server checks it again. */
export function batchRefusals(status: BatchStatus): Record<'pause' | 'resume' | 'close' | 'reopen', BatchRefusal | null> {
  return {
    pause: status === 'open' ? null : status === 'paused' ? 'alreadyPaused' : status,
    resume: status === 'paused' ? null : status === 'open' ? 'notPaused' : status,
    close: status === 'open' || status === 'paused' ? null : status,
    reopen: status === 'closed' ? null : status === 'preparing' ? 'preparing' : 'notClosed',
  }
}
