import type { BatchBulkAction, CaseBulkAction } from '@regie/contract/bulk.ts'
import { Right } from '@regie/contract/right-codes.ts'
import type * as z from 'zod/mini'

const ofCases = { close: Right.closeCases, reopen: Right.closeCases, pause: Right.changeCases, resume: Right.changeCases } as const
const ofBatches = {
  pause: Right.pauseBatches,
  resume: Right.pauseBatches,
  close: Right.closeBatches,
  priority: Right.changeBatchLines,
} as const

/** The right that a bulk action over cases asks, when it is asked for, before each part, and to take it back. */
export const rightOfCaseBulk = ({ kind }: z.infer<typeof CaseBulkAction>) => ofCases[kind]

/** The same over batches. */
export const rightOfBatchBulk = ({ kind }: z.infer<typeof BatchBulkAction>) => ofBatches[kind]
