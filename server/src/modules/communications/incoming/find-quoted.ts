import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Answered } from './received-message.ts'

type Quoted = { customerId: number; provider: string; providerRef: string }

/** The message of ours that a reply quotes by the provider's own name for it, of this customer; its case is locked. */
export async function findQuoted(tx: Transaction, { customerId, provider, providerRef }: Quoted): Promise<Answered | null> {
  const found = await tx
    .selectFrom('communications')
    .select(['id', 'case_id as caseId', 'batch_id as batchId', 'recipient'])
    .where('customer_id', '=', customerId)
    .where('provider', '=', provider)
    .where('provider_ref', '=', providerRef)
    .executeTakeFirst()
  if (!found) return null
  await sql`select from cases where customer_id = ${customerId} and id = ${found.caseId} for no key update`.execute(tx)
  return found
}
