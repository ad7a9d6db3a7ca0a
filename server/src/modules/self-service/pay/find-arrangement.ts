import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'

/** The promise or plan that stands with a case, and what was paid since it was made. */
export type Arrangement = {
  kind: 'promise' | 'plan'
  parts: { due: string; amountCents: number }[]
  paidCents: number
}

export async function findArrangement(db: Db, { customerId, caseId }: { customerId: number; caseId: number }): Promise<Arrangement | null> {
  const { rows } = await sql<Arrangement>`
    select p.kind,
      (select json_agg(json_build_object('due', q.due, 'amountCents', q.amount_cents) order by q.no)
        from payment_promise_parts q where q.customer_id = p.customer_id and q.promise_id = p.id) as parts,
      (select coalesce(sum(m.amount_cents), 0)::bigint
        from payments m
        where m.customer_id = p.customer_id and m.case_id = p.case_id and m.at >= p.at and m.withdrawn_at is null)
        as "paidCents"
    from payment_promises p
    where p.customer_id = ${customerId} and p.case_id = ${caseId} and p.state = 'open'`.execute(db)
  return rows[0] ?? null
}

/** Of each part what is still to be paid: what came in covers them in their order. */
export function openParts({ parts, paidCents }: Arrangement): { due: string; amountCents: number; openCents: number }[] {
  let left = paidCents
  return parts.map(({ due, amountCents }) => {
    const covered = Math.min(left, amountCents)
    left -= covered
    return { due, amountCents, openCents: amountCents - covered }
  })
}

/** The first part that is not paid, if there is one. */
export const nextPart = (arrangement: Arrangement | null) =>
  arrangement === null ? undefined : openParts(arrangement).find(({ openCents }) => openCents > 0)
