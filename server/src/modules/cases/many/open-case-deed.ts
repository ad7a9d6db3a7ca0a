import type { Transaction } from '../../../platform/db/database.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { type DeedRef, openDeed } from '../../undo-entries/open-undo-entry.ts'
import type { LockedCase } from '../case-changes.ts'
import { rememberCases } from './remember-cases.ts'

/** Keeps how a case stands before its doer changes it, so that he can take it back. Call it before the first change. */
export async function openCaseDeed(tx: Transaction, { userId }: Caller, locked: LockedCase, at: Date): Promise<DeedRef> {
  const { customerId, caseId, batchId, caseNumber: name } = locked
  const deed = await openDeed(tx, { customerId, userId, deed: 'case.change', name, at, batchId, caseId, count: 1 })
  await rememberCases(tx, deed, [caseId])
  return deed
}
