import { sql } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'

/** Takes the whole history of cases away of which nobody may be known any more. */
export async function forgetTimeline(tx: Transaction, customerId: number, caseIds: readonly number[]): Promise<void> {
  await sql`delete from timeline where customer_id = ${customerId} and case_id = any(${caseIds}::bigint[])`.execute(tx)
}
