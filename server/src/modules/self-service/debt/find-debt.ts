import type { Db } from '../../../platform/db/database.ts'
import { type Debt, debtOf } from './debt-parts.ts'

/** How the debt of a case is made up at this moment; null where no amount is claimed. */
export async function findDebt(db: Db, { customerId, caseId }: { customerId: number; caseId: number }): Promise<Debt | null> {
  const found = await db
    .selectFrom('cases')
    .select(['fields', 'outstanding_cents', 'currency'])
    .where('customer_id', '=', customerId)
    .where('id', '=', caseId)
    .executeTakeFirstOrThrow()
  const payments = await db
    .selectFrom('payments')
    .select((eb) => [eb.cast<string>('paid_on', 'text').as('on'), 'amount_cents as cents'])
    .where('customer_id', '=', customerId)
    .where('case_id', '=', caseId)
    .where('withdrawn_at', 'is', null)
    .where('currency', '=', found.currency)
    .orderBy('id')
    .execute()
  return debtOf({
    fields: found.fields as Record<string, string>,
    claimedCents: found.outstanding_cents,
    currency: found.currency,
    payments,
  })
}
