import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'

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
export async function putCallbacksBack(tx: Transaction, { customerId, caseIds }: Cases, undoEntryId: number): Promise<void> {
  const { rows } = await sql<{ id: number; closed: boolean }>`
    select case_id as id, status = 'closed' as closed
    from undo_cases
    where customer_id = ${customerId} and undo_entry_id = ${undoEntryId} and case_id = any(${caseIds}::bigint[])`.execute(tx)
  const idsOf = (wanted: boolean) => rows.filter(({ closed }) => closed === wanted).map(({ id }) => id)
  await endCallbacks(tx, { customerId, caseIds: idsOf(true) })
  await reviveCallbacks(tx, { customerId, caseIds: idsOf(false) }, null)
}
