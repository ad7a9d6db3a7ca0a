import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { UndoEntryRef } from '../../undo-entries/open-undo-entry.ts'

/**
 * Keeps how cases stand before an entry changes them, for restoreCases(). Call it when they are locked and not yet changed; the entry then gives
 * each a new `status_at` of its own moment, or raises `version` by one.
 */
export async function rememberCases(tx: Transaction, { id, customerId }: UndoEntryRef, caseIds: readonly number[]): Promise<void> {
  if (caseIds.length === 0) return
  await sql`
    insert into undo_cases (customer_id, undo_entry_id, case_id, status, status_at, paused_until, paused_for, result,
      last_result, closed_by_batch, paused_before_closing, version,
      run_state, waiting_for, due_at)
    select c.customer_id, ${id}::bigint, c.id, c.status, c.status_at, c.paused_until, c.paused_for, c.result,
      c.last_result, c.closed_by_batch, c.paused_before_closing, c.version,
      r.state, r.waiting_for, r.due_at
    from cases c left join case_runs r on r.customer_id = c.customer_id and r.case_id = c.id
    where c.customer_id = ${customerId} and c.id = any(${caseIds}::bigint[])`.execute(tx)
}
