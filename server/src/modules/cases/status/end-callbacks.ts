import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import { splitByStanding } from './undone-standing.ts'

type Cases = { customerId: number; caseIds: readonly number[] }

/** Nobody calls back about a closed case: its open call-backs end with it. */
export async function endCallbacks(tx: Transaction, { customerId, caseIds }: Cases): Promise<void> {
  if (caseIds.length === 0) return
  await sql`
    update callbacks
    set state = 'cancelled', ended_by_closing = true, version = version + 1
    where customer_id = ${customerId} and case_id = any(${caseIds}::bigint[]) and state = 'open'`.execute(tx)
}

/**
 * The call-backs that ended with these cases are open again: all of them where closing is undone (`from` null), those still to come where a case is
 * reopened later. Those that are past stay ended, and no later closing brings them back.
 */
export async function reviveCallbacks(tx: Transaction, { customerId, caseIds }: Cases, from: Date | null): Promise<void> {
  if (caseIds.length === 0) return
  await sql`
    update callbacks
    set state = case when ${from}::timestamptz is null or at > ${from} then 'open' else state end,
      ended_by_closing = false, version = version + 1
    where customer_id = ${customerId} and case_id = any(${caseIds}::bigint[]) and ended_by_closing`.execute(tx)
}

/** Where an undo entry puts cases back: those that stood open have their call-backs again, those that stood closed end theirs. */
export async function putCallbacksBack(tx: Transaction, cases: Cases, undoEntryId: number): Promise<void> {
  const { closed, open } = await splitByStanding(tx, cases, undoEntryId)
  await endCallbacks(tx, { ...cases, caseIds: closed })
  await reviveCallbacks(tx, { ...cases, caseIds: open }, null)
}
