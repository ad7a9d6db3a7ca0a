import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import { addDays, fromLocalTime } from '../../contact-permission/local-time.ts'

/** The moment at which it is known whether a part was paid: the day after it was due. */
export function dueKnownAt(due: string): Date {
  return fromLocalTime(addDays(due, 1), 0)
}

/** Until when these cases wait for a promise or plan that stands: each until it is known whether its next part was paid. Those without one are left out. */
export async function findPromisedUntil(
  tx: Transaction,
  { customerId, caseIds }: { customerId: number; caseIds: readonly number[] },
): Promise<Map<number, Date>> {
  const { rows } = await sql<{ caseId: number; due: string }>`
    select p.case_id as "caseId", to_char(min(coalesce(q.late_after, q.due)), 'YYYY-MM-DD') as due
    from payment_promises p
    join payment_promise_parts q on q.customer_id = p.customer_id and q.promise_id = p.id
    where p.customer_id = ${customerId} and p.case_id = any(${caseIds}::bigint[])
      and p.state = 'open' and q.state = 'open'
    group by p.case_id`.execute(tx)
  return new Map(rows.map(({ caseId, due }) => [caseId, dueKnownAt(due)]))
}
