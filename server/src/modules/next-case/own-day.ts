import type { OwnDay } from '@regie/contract/next-case.ts'
import { isoText, prepared } from '../../platform/db/prepared.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { findTextMasks } from '../cases/masks/case-mask.ts'
import { openCents } from '../cases/money/open-amount.ts'
import { addDays, fromLocalTime, toLocalTime } from '../contact-permission/local-time.ts'
import { callbackOfHold } from './callback-of-hold.ts'

const shownMax = 20
const calledMax = 8

// The promises that the user took in a time, by currency.
const takenPromises = (when: string) => `(select coalesce(json_agg(t), '[]')
      from (
        select c.currency, count(distinct p.id)::int as count, sum(part.amount_cents)::bigint as cents
        from payment_promises p
        join payment_promise_parts part on part.customer_id = p.customer_id and part.promise_id = p.id
        join cases c on c.customer_id = p.customer_id and c.id = p.case_id
        where p.customer_id = $1 and p.by_user = $3 and ${when} and (p.state <> 'cancelled' or p.ended_by_closing)
        group by c.currency
        order by cents desc) t)`

// Each part by an index of the user: calls, promises taken today, broken and still to come, the hold. Open objections of a customer are few.
const dayOfUser = prepared<OwnDay>(
  'own-day',
  `select
    its.calls, its.spoken,
    ${takenPromises('p.at >= $4')} as promises,
    json_build_object('calls', its.calls_before, 'spoken', its.spoken_before,
      'promises', ${takenPromises('p.at >= $7 and p.at < $4')}) as yesterday,
    (select coalesce(json_agg(t), '[]')
      from (
        select c.id as "caseID", c.case_number as "caseNumber", c.name, c.currency,
          ${openCents('c')} as "outstandingCents", due.due::text as due
        from payment_promises p
        join cases c on c.customer_id = p.customer_id and c.id = p.case_id
        cross join lateral (
          select max(due) as due
          from payment_promise_parts part
          where part.customer_id = p.customer_id and part.promise_id = p.id and part.state = 'late') due
        where p.customer_id = $1 and p.by_user = $3 and p.state = 'broken' and c.result = 'TOEV'
          and c.status <> 'closed' and c.outstanding_cents > c.paid_cents
        order by ${openCents('c')} desc, c.id
        limit ${shownMax}) t) as broken,
    (select coalesce(json_agg(t), '[]')
      from (
        select c.id as "caseID", c.case_number as "caseNumber", c.name, c.currency,
          part.amount_cents as "amountCents", part.due::text as due
        from payment_promises p
        join payment_promise_parts part on part.customer_id = p.customer_id and part.promise_id = p.id
        join cases c on c.customer_id = p.customer_id and c.id = p.case_id
        where p.customer_id = $1 and p.by_user = $3 and p.state = 'open' and part.state = 'open'
          and part.due <= $6::date + 7 and c.status <> 'closed'
        order by part.due, part.amount_cents desc, c.id
        limit ${shownMax}) t) as awaited,
    (select coalesce(json_agg(t), '[]')
      from (
        select c.id as "caseID", c.case_number as "caseNumber", c.name, o.kind, ${isoText('o.at')} as at
        from complaints o
        join cases c on c.customer_id = o.customer_id and c.id = o.case_id
        where o.customer_id = $1 and o.state <> 'resolved'
          and (exists (
              select from manual_calls h
              where h.customer_id = o.customer_id and h.case_id = o.case_id and h.user_id = $2)
            or exists (
              select from case_holds h
              where h.customer_id = o.customer_id and h.case_id = o.case_id and h.user_id = $2)
            or exists (
              select from payment_promises p
              where p.customer_id = o.customer_id and p.case_id = o.case_id and p.by_user = $3))
        order by o.at desc, o.id
        limit ${shownMax}) t) as objections,
    (select coalesce(json_agg(t), '[]')
      from (
        select c.id as "caseID", c.case_number as "caseNumber", c.name, ${isoText('h.asked_at')} as at,
          h.answered_at is not null as "isAnswered", c.result
        from manual_calls h
        join cases c on c.customer_id = h.customer_id and c.id = h.case_id
        where h.user_id = $2 and h.customer_id = $1 and h.asked_at >= $4
        order by h.communication_id desc
        limit ${calledMax}) t) as called,
    (select json_build_object('caseID', c.id, 'caseNumber', c.case_number, 'name', c.name,
        'currency', c.currency, 'outstandingCents', ${openCents('c')}, 'cause', h.cause,
        'callbackAt', ${isoText(`(${callbackOfHold})`)}, 'until', ${isoText('h.until')})
      from case_holds h
      join cases c on c.customer_id = h.customer_id and c.id = h.case_id
      where h.user_id = $2 and h.customer_id = $1 and h.until > $5 and c.status <> 'closed'
      limit 1) as held
  from (
    select
      count(*) filter (where h.asked_at >= $4)::int as calls,
      count(*) filter (where h.asked_at >= $4 and h.answered_at is not null)::int as spoken,
      count(*) filter (where h.asked_at < $4)::int as calls_before,
      count(*) filter (where h.asked_at < $4 and h.answered_at is not null)::int as spoken_before
    from manual_calls h
    where h.user_id = $2 and h.customer_id = $1 and h.asked_at >= $7) its`,
)

/** What the caller did today, and what waits for them; names are masked as their cases are. */
export async function findOwnDay({ pool, clock }: Services, caller: Caller, customerId: number): Promise<OwnDay> {
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  const now = clock.now()
  const today = toLocalTime(now).date
  const [begins, beganBefore] = [fromLocalTime(today, 0), fromLocalTime(addDays(today, -1), 0)]
  const [day] = await dayOfUser(pool, [customerId, caller.userId, caller.username, begins, now, today, beganBefore])
  if (!day) throw new Error('the question of the own day has no row')
  const { broken, awaited, objections, called, held } = day
  const ids = [...broken, ...awaited, ...objections, ...called, ...(held ? [held] : [])].map(({ caseID }) => caseID)
  const mask = await findTextMasks(pool, caller, [...new Set(ids)])
  const masked = <Row extends { caseID: number; name: string }>(row: Row): Row => ({ ...row, name: mask(row.caseID, row.name) })
  return {
    ...day,
    broken: broken.map((row) => ({ ...masked(row), due: row.due ?? '' })),
    awaited: awaited.map(masked),
    objections: objections.map(masked),
    called: called.map(masked),
    held: held && masked(held),
  }
}
