import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import { communicationOf } from './message-token.ts'
import type { Answered } from './received-message.ts'

/**
 * The first of these names that is one of ours, of this customer; its case is locked, as everybody locks the case first. Never by who sent it: an
 * address is easily forged, a token is not.
 */
export async function findAnswered(
  tx: Transaction,
  secretKey: Buffer,
  customerId: number,
  messageIds: readonly string[],
): Promise<Answered | null> {
  for (const messageId of messageIds) {
    const id = communicationOf(secretKey, messageId)
    if (id === null) continue
    const found = await tx
      .selectFrom('communications')
      .select(['id', 'case_id as caseId', 'batch_id as batchId', 'recipient'])
      .where('customer_id', '=', customerId)
      .where('id', '=', id)
      .where('channel', '=', 'email')
      .executeTakeFirst()
    if (!found) continue
    await sql`select from cases where customer_id = ${customerId} and id = ${found.caseId} for no key update`.execute(tx)
    return found
  }
  return null
}
