import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import { toLocalTime } from '../../contact-permission/local-time.ts'
import { splitByStanding } from './undone-standing.ts'

type Cases = { customerId: number; caseIds: readonly number[] }
type Ending = { which: RawBuilder<unknown>; outcome: RawBuilder<unknown>; ends: boolean }

const running = sql`p.state = 'open'`
const ended = sql`p.ended_by_closing`
const isCovered = sql`s.paid >= s.total`
const asItsCaseClosed = sql`case when s.result = 'BET' or ${isCovered} then 'kept' else 'cancelled' end`

/** Nothing is waited for in a closed case: the promise that runs ends with it, kept where the case is paid. */
export function endPromises(tx: Transaction, cases: Cases): Promise<void> {
  return settle(tx, cases, { which: running, outcome: asItsCaseClosed, ends: true })
}

/** A closed case has another result: the promise that ended with it was kept, or was not. */
export function settleEndedPromises(tx: Transaction, cases: Cases): Promise<void> {
  return settle(tx, cases, { which: ended, outcome: asItsCaseClosed, ends: true })
}

/**
 * The promises that ended with these cases run again: all of them where closing is undone (`from` null), those of which nothing is overdue where a case
 * is reopened later. The others stay ended, and no later closing brings them back.
 */
export function revivePromises(tx: Transaction, cases: Cases, from: Date | null): Promise<void> {
  const runs = from === null ? sql`true` : sql`s.due >= ${toLocalTime(from).date}::date`
  const outcome = sql`case when ${isCovered} then 'kept' when ${runs} then 'open' else 'cancelled' end`
  return settle(tx, cases, { which: ended, outcome, ends: false })
}

/** Where an undo entry puts cases back: those that stood open have their promises again, those that stood closed end theirs. */
export async function putPromisesBack(tx: Transaction, cases: Cases, undoEntryId: number): Promise<void> {
  const { closed, open } = await splitByStanding(tx, cases, undoEntryId)
  await endPromises(tx, { ...cases, caseIds: closed })
  await revivePromises(tx, { ...cases, caseIds: open }, null)
}

// What came in since a promise covers its parts in their order, as evaluate-promises.ts has it.
async function settle(tx: Transaction, { customerId, caseIds }: Cases, { which, outcome, ends }: Ending): Promise<void> {
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
      select q.customer_id, q.promise_id, q.no, q.due,
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
    set state = j.state, ended_by_closing = ${ends}
    from outcomes j
    where p.customer_id = j.customer_id and p.id = j.id`.execute(tx)
}
