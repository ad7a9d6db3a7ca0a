import { sql } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'

type Forgotten = { customerId: number; caseId: number; incomingIds: readonly number[]; answerIds: readonly number[] }

/** Takes the lines of messages from a case to which they were tied by mistake: they are somebody else's. */
export async function forgetReceived(tx: Transaction, { customerId, caseId, incomingIds, answerIds }: Forgotten): Promise<void> {
  await sql`
    delete from timeline
    where customer_id = ${customerId} and case_id = ${caseId}
      and (event in ('emailReceived', 'smsReceived', 'whatsappReceived', 'webchatReceived')
          and (params ->> 'incomingID')::bigint = any(${incomingIds}::bigint[])
        or event = 'webchatSent' and (params ->> 'answerID')::bigint = any(${answerIds}::bigint[]))`.execute(tx)
}
