import { sql } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'

/** Empties what agents wrote while they had these cases on the line. */
export async function forgetDeskNotes(tx: Transaction, customerId: number, caseIds: readonly number[]): Promise<void> {
  await sql`
    update desk_calls
    set note = ''
    where customer_id = ${customerId} and case_id = any(${caseIds}::bigint[]) and note <> ''`.execute(tx)
}
