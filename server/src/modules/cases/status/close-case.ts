import type { ResultCode } from '@regie/contract/result-codes.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { closeCases } from './case-transitions.ts'

/** `undoEntryId`: what is cancelled can be queued again by taking that entry back. */
type By = { user?: string; at?: Date; undoEntryId?: number | null }

/** Closes a case with its result, in the caller's transaction. Returns false, and changes nothing, when it was closed already. */
export async function closeCase(
  tx: Transaction,
  { customerId, caseId }: { customerId: number; caseId: number },
  result: ResultCode,
  { user, at = new Date(), undoEntryId = null }: By = {},
): Promise<boolean> {
  const moving = { customerId, caseIds: [caseId], at, byUser: user ?? null }
  const closed = await closeCases(tx, moving, { result, isByMoney: result === 'BET', undoEntryId })
  return closed.length > 0
}
