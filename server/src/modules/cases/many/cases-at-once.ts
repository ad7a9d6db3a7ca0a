import type { Transaction } from '../../../platform/db/database.ts'
import type { UndoEntryRef } from '../../undo-entries/open-undo-entry.ts'
import * as transitions from '../status/case-transitions.ts'
import { rememberCases } from './remember-cases.ts'

// Transitions of many cases that can be undone: how they stand is remembered, and all of it happens at the moment of the entry, by which they are known
// again when it is taken back.
export type Change = { entry: UndoEntryRef; user: string }

/** Closes cases, one by one or with their batch. */
export async function closeCases(
  tx: Transaction,
  customerId: number,
  caseIds: readonly number[],
  { entry, user, result, byBatch = false }: Change & { result: string; byBatch?: boolean },
): Promise<void> {
  await rememberCases(tx, entry, caseIds)
  const moving = { customerId, caseIds, at: entry.at, byUser: user }
  await transitions.closeCases(tx, moving, { result, byBatch, undoEntryId: entry.id })
}

/** Opens closed cases again. */
export async function reopenCases(
  tx: Transaction,
  customerId: number,
  caseIds: readonly number[],
  { entry, user, includePaused, event }: Change & { includePaused: boolean; event: 'batchReopened' | 'reopened' },
): Promise<void> {
  await rememberCases(tx, entry, caseIds)
  await transitions.reopenCases(tx, { customerId, caseIds, at: entry.at, byUser: user }, { includePaused, event })
}

/** Pauses cases, or changes until when they are paused; null is for ever. */
export async function pauseCases(
  tx: Transaction,
  customerId: number,
  caseIds: readonly number[],
  { entry, user, until }: Change & { until: Date | null },
): Promise<void> {
  await rememberCases(tx, entry, caseIds)
  await transitions.pauseCases(tx, { customerId, caseIds, at: entry.at, byUser: user }, { until, why: 'staff' })
}

/** Opens paused cases but those that go on waiting for a promise; answers those. Where somebody asked for these very cases, their timelines say it. */
export async function resumeCases(
  tx: Transaction,
  customerId: number,
  caseIds: readonly number[],
  { entry, user = null }: { entry: UndoEntryRef; user?: string | null },
): Promise<number[]> {
  await rememberCases(tx, entry, caseIds)
  const moving = { customerId, caseIds, at: entry.at, byUser: user }
  return transitions.resumeCases(tx, moving, user === null ? null : { event: 'resumed' })
}
