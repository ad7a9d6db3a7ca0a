import type { Db } from '../../platform/db/database.ts'
import { approvedKey } from './composing/template-faults.ts'

/** Name and language of each text of WhatsApp that may be sent for a customer now. */
export async function findApproved(db: Db, customerId: number): Promise<Set<string>> {
  const rows = await db
    .selectFrom('whatsapp_texts')
    .select(['name', 'language'])
    .where('customer_id', '=', customerId)
    .where('status', '=', 'APPROVED')
    .execute()
  return new Set(rows.map(approvedKey))
}
