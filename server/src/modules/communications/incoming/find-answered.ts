import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Answered } from './received-message.ts'

/**
 * The first of these messages that is of this customer; its case is locked, as everybody locks the case first. By a
 * token alone, never by who sent it: an address is easily forged.
 */
export async function findAnswered(tx: Transaction, customerId: number, ids: readonly number[]): Promise<Answered | null> {
  for (const id of ids) {
    const found = await tx
      .selectFrom('communications')
      .select(['id', 'recipient'])
      .select((eb) => [eb.ref('case_id').$notNull().as('caseId'), eb.ref('batch_id').$notNull().as('batchId')])
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
