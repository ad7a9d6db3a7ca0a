import { sql } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'

/** Takes away who paid or was paid by these entries and what they wrote. That the entry was there stays, so that a file that comes again books nothing twice. */
export async function forgetEntries(tx: Transaction, customerId: number, entryIds: readonly number[], at: Date): Promise<void> {
  await sql`
    update bank_entries
    set counter_name = '', counter_iban = null, reference = null, text = '', anonymous_at = ${at},
      ignored_reason = case when ignored_reason is null then null else '–' end
    where customer_id = ${customerId} and id = any(${entryIds}::bigint[])`.execute(tx)
}
