import { openCents } from './open-amount.ts'

/**
 * SQL: why the link `l` ended, as it is now: one that ended by a payment tells that it was a part where its case still owes, and that the amount is
 * another one where that payment was taken back.
 */
export const shownLinkEnd = `case when l.ended_for = 'paid' then (
      select case when coalesce(${openCents('k')}, 0) = 0 then 'paid' when k.paid_cents > 0 then 'partPaid' else 'amountChanged' end
      from cases k
      where k.customer_id = l.customer_id and k.id = l.case_id) else l.ended_for end`
