import { sql } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'

/** The checks of scripts that were made with these cases keep what they play, without the number of the case. */
export async function forgetChecks(tx: Transaction, customerId: number, caseNumbers: readonly string[]): Promise<void> {
  await sql`
    update script_checks
    set case_number = ''
    where customer_id = ${customerId} and case_number = any(${caseNumbers}::text[])`.execute(tx)
}
