import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Answered } from './received-message.ts'

type Quoted = { customerId: number; provider: string; providerRef: string }

/** The message of ours that a reply quotes by the provider's own name for it, of this customer; its case is locked. */
export async function findQuoted(tx: Transaction, { customerId, provider, providerRef }: Quoted): Promise<Answered | null> {
  const found = await tx
    .selectFrom('communications')
    .select(['id', 'recipient'])
    .select((eb) => [eb.ref('case_id').$notNull().as('caseId'), eb.ref('batch_id').$notNull().as('batchId')])
    .where('customer_id', '=', customerId)
    .where('provider', '=', provider)
    .where('provider_ref', '=', providerRef)
    .where('case_id', 'is not', null)
    .executeTakeFirst()
  if (!found) return null
  await sql`select from cases where customer_id = ${customerId} and id = ${found.caseId} for no key update`.execute(tx)
  return found
}
