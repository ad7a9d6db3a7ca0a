import type { UndoneAction } from '@regie/contract/timeline-events.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import { toLocalTime } from '../../contact-permission/local-time.ts'

type Cases = { customerId: number; caseIds: readonly number[] }
type Ending = { which: RawBuilder<unknown>; outcome: RawBuilder<unknown> }

const isCovered = sql`s.paid >= s.total`
const asCaseClosed = (result: RawBuilder<unknown>) => sql`case when ${result} = 'BET' or ${isCovered} then 'kept' else 'cancelled' end`

// Which promises ended with its closing stays known while a case is open again: undoing that reopening ends them once more. The next closing forgets it.

/** Nothing is waited for in a closed case: the promise that runs ends with it, kept where the case is paid. Of cases that are about to close with this result. */
export async function endPromises(tx: Transaction, cases: Cases, result: string): Promise<void> {
  const { customerId, caseIds } = cases
  if (caseIds.length === 0) return
  const { rows } = await sql`
    with forgotten as (
      update payment_promises
      set ended_by_closing = false
      where customer_id = ${customerId} and case_id = any(${caseIds}::bigint[]) and ended_by_closing)
    select from payment_promises
    where customer_id = ${customerId} and case_id = any(${caseIds}::bigint[]) and state = 'open'
    limit 1`.execute(tx)
  if (rows.length === 0) return
  await settle(tx, cases, { which: sql`p.state = 'open'`, outcome: asCaseClosed(sql`${result}::text`) })
}

/**
 * A case that is closed has another result, money came or was taken back, or undoing closed it again: the promise that ends with it was kept, or was
 * not. What is open is left alone.
 */
export function settleEndedPromises(tx: Transaction, cases: Cases): Promise<void> {
  return settle(tx, cases, {
    which: sql`(p.state = 'open' or p.ended_by_closing) and c.status = 'closed'`,
    outcome: asCaseClosed(sql`s.result`),
  })
}

/**
 * The promises that ended with these cases run again: all of them where closing is undone (`from` null), those of which nothing is overdue where a case
 * is reopened later. The others stay ended, and no later closing brings them back.
 */
export function revivePromises(tx: Transaction, cases: Cases, from: Date | null): Promise<void> {
  const runs = from === null ? sql`true` : sql`s.due >= ${toLocalTime(from).date}::date`
  const outcome = sql`case when ${isCovered} then 'kept' when ${runs} then 'open' else 'cancelled' end`
  return settle(tx, cases, { which: sql`p.ended_by_closing`, outcome })
}

/** Where undoing puts cases back: those that it opens have their promises again, those that stand closed end theirs. */
export function putPromisesBack(tx: Transaction, cases: Cases, what: UndoneAction): Promise<void> {
  return what === 'closed' ? revivePromises(tx, cases, null) : settleEndedPromises(tx, cases)
}

// What came in since a promise covers its parts in their order, as evaluate-promises.ts has it.
async function settle(tx: Transaction, { customerId, caseIds }: Cases, { which, outcome }: Ending): Promise<void> {
  if (caseIds.length === 0) return
  await sql`
    with found as materialized (
      select p.customer_id, p.id, c.result, coalesce((
          select sum(m.amount_cents)
          from payments m
          where m.customer_id = p.customer_id and m.case_id = p.case_id and m.at >= p.at and m.withdrawn_at is null),
          0) as paid
      from payment_promises p
      join cases c on c.customer_id = p.customer_id and c.id = p.case_id
      where p.customer_id = ${customerId} and p.case_id = any(${caseIds}::bigint[]) and ${which}
    ), parts as materialized (
      select q.customer_id, q.promise_id, q.no, coalesce(q.late_after, q.due) as due,
        sum(q.amount_cents) over (partition by q.promise_id order by q.no) as cents
      from found f
      join payment_promise_parts q on q.customer_id = f.customer_id and q.promise_id = f.id
    ), outcomes as materialized (
      select s.customer_id, s.id, s.paid, ${outcome} as state
      from (
        select f.*, total.cents as total, total.due
        from found f
        cross join lateral (
          select max(cents) as cents, min(due) filter (where cents > f.paid) as due
          from parts
          where promise_id = f.id) total) s
    ), parts_settled as (
      update payment_promise_parts q
      set state = case when j.state = 'kept' or n.cents <= j.paid then 'paid' else 'open' end
      from outcomes j
      join parts n on n.customer_id = j.customer_id and n.promise_id = j.id
      where q.customer_id = n.customer_id and q.promise_id = n.promise_id and q.no = n.no
    )
    update payment_promises p
    set state = j.state, ended_by_closing = j.state <> 'open'
    from outcomes j
    where p.customer_id = j.customer_id and p.id = j.id`.execute(tx)
}
