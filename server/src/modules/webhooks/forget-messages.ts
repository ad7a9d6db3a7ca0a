import { sql } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'

/** Takes what was sent to systems of the customer about these cases out of the log. */
export async function forgetWebhooks(tx: Transaction, customerId: number, caseIds: readonly number[]): Promise<void> {
  await sql`
    delete from webhook_messages
    where customer_id = ${customerId} and case_id = any(${caseIds}::bigint[]) and state <> 'queued'`.execute(tx)
}
