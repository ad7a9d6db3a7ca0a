import type { BatchBulkAction } from '@regie/contract/bulk.ts'
import { Right } from '@regie/contract/right-codes.ts'
import type * as z from 'zod/mini'
import type { KeptCaseWork } from './bulk-queries.ts'

const ofCases = {
  close: Right.closeCases,
  reopen: Right.closeCases,
  handOver: Right.closeCases,
  pause: Right.changeCases,
  resume: Right.changeCases,
} as const
const ofBatches = {
  pause: Right.pauseBatches,
  resume: Right.pauseBatches,
  close: Right.closeBatches,
  priority: Right.changeBatchLines,
} as const

/** The right that a bulk action over cases asks, when it is asked for, before each part, and to take it back. */
export const rightOfCaseBulk = ({ kind }: KeptCaseWork['action']) => ofCases[kind]

/** The same over batches. */
export const rightOfBatchBulk = ({ kind }: z.infer<typeof BatchBulkAction>) => ofBatches[kind]
