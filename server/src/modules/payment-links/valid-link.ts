import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { bankSessionMinutes } from '../contact-facts/contact-facts.ts'

/** SQL: link `l` can still be paid at this moment. */
export const linkIsValid = (now: Date) => sql`l.state not in ('paid', 'expired') and l.ended_at is null
      and l.expires_at > ${now}`

/** SQL: somebody pays by link `l` at this moment: at the bank, or waiting for its word. */
export const linkIsUnderWay = (now: Date) =>
  sql`(l.state = 'in_progress' or (l.state = 'bank_opened'
    and l.bank_opened_at > ${new Date(now.getTime() - bankSessionMinutes * 60_000)}))`

type Wanted = { customerId: number; caseId: number; amountCents: number; currency: string; lastDay?: string }

/** The newest link of a case for exactly this amount, and through exactly this day where one is given, that can still be paid, or undefined. */
export async function findValidLink(
  db: Db,
  { customerId, caseId, amountCents, currency, lastDay }: Wanted,
  now: Date,
): Promise<{ token: string; expiresAt: Date } | undefined> {
  const { rows } = await sql<{ token: string; expiresAt: Date }>`
    select l.token, l.expires_at as "expiresAt"
    from payment_links l
    where l.customer_id = ${customerId} and l.case_id = ${caseId} and ${linkIsValid(now)}
      and l.amount_cents = ${amountCents} and l.currency = ${currency}
      and (${lastDay ?? null}::date is null
        or ((l.expires_at - interval '1 second') at time zone 'Europe/Amsterdam')::date = ${lastDay ?? null}::date)
    order by l.id desc
    limit 1`.execute(db)
  return rows[0]
}
