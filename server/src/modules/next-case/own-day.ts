import type { OwnDay } from '@regie/contract/next-case.ts'
import { isoText, prepared } from '../../platform/db/prepared.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { findTextMasks } from '../cases/masks/case-mask.ts'
import { openCents } from '../cases/money/open-amount.ts'
import { fromLocalTime, toLocalTime } from '../contact-permission/local-time.ts'

const shownMax = 20

// Each part by an index of the user: calls, promises taken today, promises broken, the hold.
const dayOfUser = prepared<OwnDay>(
  'own-day',
  `select
    (select count(*)::int
      from manual_calls h
      where h.user_id = $2 and h.customer_id = $1 and h.asked_at >= $4) as calls,
    (select count(*)::int
      from manual_calls h
      where h.user_id = $2 and h.customer_id = $1 and h.asked_at >= $4 and h.answered_at is not null) as spoken,
    (select coalesce(json_agg(t), '[]')
      from (
        select c.currency, count(distinct p.id)::int as count, sum(part.amount_cents)::bigint as cents
        from payment_promises p
        join payment_promise_parts part on part.customer_id = p.customer_id and part.promise_id = p.id
        join cases c on c.customer_id = p.customer_id and c.id = p.case_id
        where p.customer_id = $1 and p.by_user = $3 and p.at >= $4 and p.state <> 'cancelled'
        group by c.currency
        order by cents desc) t) as promises,
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
    (select json_build_object('caseID', c.id, 'caseNumber', c.case_number, 'name', c.name, 'cause', h.cause,
        'callbackAt', ${isoText('h.callback_at')}, 'until', ${isoText('h.until')})
      from case_holds h
      join cases c on c.customer_id = h.customer_id and c.id = h.case_id
      where h.user_id = $2 and h.customer_id = $1 and h.until > $5
      limit 1) as held`,
)

/** What the caller did today, and what waits for them; names are masked as their cases are. */
export async function findOwnDay({ pool, clock }: Services, caller: Caller, customerId: number): Promise<OwnDay> {
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  const now = clock.now()
  const since = fromLocalTime(toLocalTime(now).date, 0)
  const [day] = await dayOfUser(pool, [customerId, caller.userId, caller.username, since, now])
  if (!day) throw new Error('the question of the own day has no row')
  const ids = [...day.broken.map(({ caseID }) => caseID), ...(day.held ? [day.held.caseID] : [])]
  const mask = await findTextMasks(pool, caller, ids)
  return {
    ...day,
    broken: day.broken.map((row) => ({ ...row, name: mask(row.caseID, row.name), due: row.due ?? '' })),
    held: day.held && { ...day.held, name: mask(day.held.caseID, day.held.name) },
  }
}
