import { sql } from 'kysely'
import type { Transaction } from '../../../../platform/db/database.ts'

/** Removes the records of packs of evidence: after this nobody can say whether one that comes back is ours. */
export async function removePacks(tx: Transaction, customerId: number, packIds: readonly string[]): Promise<void> {
  await sql`delete from evidence_packs where customer_id = ${customerId} and id = any(${packIds}::uuid[])`.execute(tx)
}
