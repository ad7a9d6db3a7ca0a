import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'

type Cases = { customerId: number; caseIds: readonly number[] }

/** Of the cases that an undo entry puts back: which stood closed before, and which did not. */
export async function splitByStanding(
  tx: Transaction,
  { customerId, caseIds }: Cases,
  undoEntryId: number,
): Promise<{ closed: number[]; open: number[] }> {
  const { rows } = await sql<{ id: number; closed: boolean }>`
    select case_id as id, status = 'closed' as closed
    from undo_cases
    where customer_id = ${customerId} and undo_entry_id = ${undoEntryId} and case_id = any(${caseIds}::bigint[])`.execute(tx)
  const idsOf = (wanted: boolean) => rows.filter(({ closed }) => closed === wanted).map(({ id }) => id)
  return { closed: idsOf(true), open: idsOf(false) }
}
