import type { UndoableChange } from '@regie/contract/undo.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { type UndoEntryRef, openUndoEntry } from '../../undo-entries/open-undo-entry.ts'
import type { LockedCase } from '../case-changes.ts'
import { rememberCases } from './remember-cases.ts'

/** Keeps how a case stands before its doer changes it, so that he can take it back. Call it before the first change. */
export async function openCaseUndoEntry(
  tx: Transaction,
  { userId }: Caller,
  locked: LockedCase,
  { change, right, at }: { change: UndoableChange; right: number; at: Date },
): Promise<UndoEntryRef> {
  const { customerId, caseId, batchId, caseNumber: name } = locked
  const entry = await openUndoEntry(tx, { customerId, userId, action: 'case.change', change, name, right, at, batchId, caseId, count: 1 })
  await rememberCases(tx, entry, [caseId])
  return entry
}
