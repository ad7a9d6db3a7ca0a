import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'

type Tied = { customerId: number; id: number; caseId: number; batchId: number }

/** A call of which no case was known is this case's from now on. False: it is another's, or was tied meanwhile. */
export async function tieCall(tx: Transaction, { customerId, id, caseId, batchId }: Tied): Promise<boolean> {
  const { rows } = await sql`
    update communications
    set case_id = ${caseId}, batch_id = ${batchId}
    where customer_id = ${customerId} and id = ${id} and case_id is null and inbound
    returning id`.execute(tx)
  if (rows.length === 0) return false
  await sql`
    update queue_calls
    set case_id = ${caseId}
    where customer_id = ${customerId} and communication_id = ${id} and case_id is null`.execute(tx)
  return true
}
