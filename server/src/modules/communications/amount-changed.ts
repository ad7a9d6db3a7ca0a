import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { ClaimedMessage } from './communication-changes.ts'

/**
 * Of what staff wrote with a text of their customer, the messages whose case owes another amount now than when they were written: planned ones, and
 * those that had to wait. What they name, and the link in them, holds no longer.
 */
export async function findAmountChanged(db: Db, messages: readonly ClaimedMessage[]): Promise<ReadonlySet<number>> {
  const written = messages.filter(({ byHand, channel }) => byHand && channel !== 'call')
  if (written.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`
    select m.id
    from unnest(${written.map(({ customerId }) => customerId)}::bigint[], ${written.map(({ id }) => id)}::bigint[])
      as k(customer_id, id)
    join communications m on m.customer_id = k.customer_id and m.id = k.id
    join communication_contents t
      on t.customer_id = m.customer_id and t.communication_id = m.id and t.queued_at = m.queued_at
    join cases c on c.customer_id = m.customer_id and c.id = m.case_id
    where t.template_revision_id is not null and t.open_cents is not null
      and t.open_cents <> coalesce(c.outstanding_cents, 0) - c.paid_cents`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Does a case owe another amount now than this one, that stood open when a message was written? Null: nobody kept it. */
export async function owesAnother(db: Db, { customerId, caseId }: { customerId: number; caseId: number }, openCents: number | null) {
  if (openCents === null) return false
  const { rows } = await sql`
    select from cases
    where customer_id = ${customerId} and id = ${caseId}
      and coalesce(outstanding_cents, 0) - paid_cents <> ${openCents}`.execute(db)
  return rows.length > 0
}
