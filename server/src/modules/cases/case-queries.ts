import type { Pool } from 'pg'
import { AppError } from '../../platform/app-error.ts'
import { idsText, idsUnseen, prepared } from '../../platform/db/prepared.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'

const customerOf = prepared<{ customer_id: number }>(
  'customer-of-case',
  `select customer_id from cases where customer_id = ${idsUnseen('$2')} and id = $1`,
)

/** Whose case it is; another customer's case does not exist for this caller. */
export async function findCustomerOfCase(pool: Pool, caller: Caller, caseId: number): Promise<number> {
  const [row] = await customerOf(pool, [caseId, idsText(caller.customerIds)])
  if (!row) throw new AppError('case.notFound')
  mustAccessCustomer(caller, row.customer_id, 'case.notFound')
  return row.customer_id
}
