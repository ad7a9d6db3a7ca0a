import { enqueue } from '../../jobs/enqueue.ts'
import type { Transaction } from '../../platform/db/database.ts'

/** What was held by a provider that was off is looked at anew. */
export async function endHoldsOf(tx: Transaction, customerId: number): Promise<void> {
  const scripts = await tx.selectFrom('scripts').select('id').where('customer_id', '=', customerId).execute()
  await enqueue(tx, 'endHolds', { customerId, scriptIds: scripts.map((script) => script.id) })
}
