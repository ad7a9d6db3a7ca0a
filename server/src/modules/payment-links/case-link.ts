import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { openCents } from '../cases/money/open-amount.ts'
import { paymentLinkUrl } from '../cases/money/payment-link-url.ts'

/**
 * The address of the newest link of a case that can still be paid, or undefined; one for all that is open goes before another. What staff asked
 * for a part is for that part alone: a text of the script asks for more. */
export async function findCaseLinkUrl(
  db: Db,
  publicUrl: string,
  { customerId, caseId }: { customerId: number; caseId: number },
): Promise<string | undefined> {
  const link = await db
    .selectFrom('payment_links as l')
    .innerJoin('cases as c', (join) => join.onRef('c.customer_id', '=', 'l.customer_id').onRef('c.id', '=', 'l.case_id'))
    .select('l.token')
    .where('l.customer_id', '=', customerId)
    .where('l.case_id', '=', caseId)
    // Who stopped at the bank may still pay: canceled ends an attempt, not the link.
    .where('l.state', 'not in', ['paid', 'expired'])
    .where('l.ended_at', 'is', null)
    .where('l.is_part', '=', false)
    .orderBy(sql`l.amount_cents is not distinct from ${sql.raw(openCents('c'))}`, 'desc')
    .orderBy('l.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return link && paymentLinkUrl(publicUrl, link.token)
}

/** Has the person paid: by one of the case's links, or so much that nothing is open any more? */
export async function isCasePaid(db: Db, { customerId, caseId }: { customerId: number; caseId: number }): Promise<boolean> {
  const { rows } = await sql<{ paid: boolean }>`
    select case
      when paid_cents > 0 and outstanding_cents is not null then paid_cents >= outstanding_cents
      else exists (
        select from payment_links l
        where l.customer_id = c.customer_id and l.case_id = c.id and l.state = 'paid') end as paid
    from cases c
    where customer_id = ${customerId} and id = ${caseId}`.execute(db)
  return rows[0]?.paid ?? false
}
