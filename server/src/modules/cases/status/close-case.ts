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
  const open = await tx
    .selectFrom('cases')
    .select('last_result')
    .where('customer_id', '=', customerId)
    .where('id', '=', caseId)
    .where('status', '!=', 'closed')
    .forUpdate()
    .executeTakeFirst()
  if (!open) return false
  const byMoney = result === 'BET' && { byMoney: { before: open.last_result ?? '' } }
  await closeCases(tx, { customerId, caseIds: [caseId], at, byUser: user ?? null }, { result, ...byMoney, undoEntryId })
  return true
}
