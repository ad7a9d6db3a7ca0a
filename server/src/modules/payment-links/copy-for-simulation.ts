import { sql } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'

type CaseRef = { customerId: number; batchId: number; caseId: number }

/** Gives the copy of a case its payment links, under addresses and keys of their own. Only in a transaction that is undone. */
export async function copyPaymentLinks(tx: Transaction, from: CaseRef, to: CaseRef): Promise<void> {
  await sql`
    insert into payment_links (customer_id, case_id, batch_id, token, idempotency_key, amount_cents, currency, state,
      provider, simulated, bank_opened_at, expires_at, paid_at, created_at, ended_for, ended_at, ended_from, reached,
      marked)
    select customer_id, ${to.caseId}, ${to.batchId}, substr(replace(gen_random_uuid()::text, '-', ''), 1, 22),
      ${`${to.caseId}:`} || idempotency_key, amount_cents, currency, state, provider, simulated, bank_opened_at,
      expires_at, paid_at, created_at, ended_for, ended_at, ended_from, reached, marked
    from payment_links
    where customer_id = ${from.customerId} and case_id = ${from.caseId}
    order by id`.execute(tx)
}
