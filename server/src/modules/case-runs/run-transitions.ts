import { sql } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'

/** The runs of cases that were closed end. */
export async function finishRuns(tx: Transaction, customerId: number, caseIds: readonly number[]): Promise<void> {
  if (caseIds.length === 0) return
  await sql`
    update case_runs
    set state = 'finished', waiting_for = null, owner = null, claimed_at = null
    where customer_id = ${customerId} and case_id = any(${caseIds}::bigint[])`.execute(tx)
}

/**
 * Runs of cases that were opened again go on where they stood: now, or when the wait is over in which they were closed (`keepsWaits`). A script that had
 * come to its end stays there: going on would close the case at once.
 */
export async function continueRuns(
  tx: Transaction,
  { customerId, caseIds, at }: { customerId: number; caseIds: readonly number[]; at: Date },
  { keepsWaits }: { keepsWaits: boolean },
): Promise<void> {
  if (caseIds.length === 0) return
  await sql`
    with standing as materialized (
      select case_id, script_version_id, step
      from case_runs
      where customer_id = ${customerId} and case_id = any(${caseIds}::bigint[])),
    ends as materialized (
      select v.id as script_version_id, s ->> 'key' as step
      from script_versions v
      cross join lateral jsonb_array_elements(v.steps) s
      where v.customer_id = ${customerId} and v.id in (select script_version_id from standing)
        and s ->> 'kind' = 'finish')
    update case_runs r
    set state = 'ready', waiting_for = null, owner = null, claimed_at = null, held = null,
      due_at = case when ${keepsWaits}::boolean then greatest(r.due_at, ${at}) else ${at} end
    from standing w
    left join ends e on e.script_version_id = w.script_version_id and e.step = w.step
    where r.customer_id = ${customerId} and r.case_id = w.case_id and e.step is null`.execute(tx)
}

/** A run that went on meanwhile goes on; only one that the entry ended stands again where it stood, and one that it began ends. */
export async function restoreRuns(tx: Transaction, customerId: number, caseIds: readonly number[], undoEntryId: number): Promise<void> {
  await sql`
    update case_runs r
    set state = b.run_state, waiting_for = b.waiting_for, due_at = b.due_at, owner = null, claimed_at = null
    from undo_cases b
    where b.customer_id = ${customerId} and b.undo_entry_id = ${undoEntryId} and b.case_id = any(${caseIds}::bigint[])
      and r.customer_id = b.customer_id and r.case_id = b.case_id and b.run_state is not null
      and (r.state = 'finished') <> (b.run_state = 'finished')`.execute(tx)
}
