import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

type Wanted = { customerId: number; caseId: number; amountCents: number; currency: string }

/** The newest link of a case for exactly this amount that can still be paid at this moment, or undefined. */
export async function findValidLink(
  db: Db,
  { customerId, caseId, amountCents, currency }: Wanted,
  now: Date,
): Promise<{ token: string; expiresAt: Date } | undefined> {
  const { rows } = await sql<{ token: string; expiresAt: Date }>`
    select token, expires_at as "expiresAt"
    from payment_links
    where customer_id = ${customerId} and case_id = ${caseId} and state not in ('paid', 'expired')
      and ended_at is null and expires_at > ${now} and amount_cents = ${amountCents} and currency = ${currency}
    order by id desc
    limit 1`.execute(db)
  return rows[0]
}
