/**
 * SQL: why a closed case stays, or null: something about it is not over. `c` is the case. The order is that in which people are told: one reason of several.
 */
export const heldBy = `case
    when c.status <> 'closed' then 'open'
    when exists (
      select from complaints x
      where x.customer_id = c.customer_id and x.case_id = c.id and x.state <> 'resolved' and x.kind = 'complaint')
      then 'complaint'
    when exists (
      select from complaints x
      where x.customer_id = c.customer_id and x.case_id = c.id and x.state <> 'resolved') then 'dispute'
    when exists (
      select from payment_promises p
      where p.customer_id = c.customer_id and p.case_id = c.id and p.state = 'open') then 'plan'
    when exists (
      select from debt_help d
      where d.customer_id = c.customer_id and d.case_id = c.id and d.ended_on is null) then 'debtHelp'
    when exists (
      select from payment_links l
      where l.customer_id = c.customer_id and l.case_id = c.id and l.state in ('bank_opened', 'in_progress'))
      then 'paymentUnderWay'
    when exists (
      select from callbacks k
      where k.customer_id = c.customer_id and k.case_id = c.id and k.state = 'open') then 'callback'
    when exists (
      select from conversations v
      where v.customer_id = c.customer_id and v.case_id = c.id and v.waiting_since is not null
        and v.state in ('open', 'snoozed')) then 'conversation'
    when exists (
      select from communications m
      join outbox o on o.customer_id = m.customer_id and o.communication_id = m.id
      where m.customer_id = c.customer_id and m.case_id = c.id) then 'sending'
  end`

/** SQL: somebody asked to see what is kept of this case, and has not been answered. */
export const isAskedFor = `exists (
    select from privacy_requests q
    where q.customer_id = c.customer_id and q.state in ('open', 'working') and c.id = any (q.case_ids))`

/** SQL: has money come in for it, or was it booked and taken back? Then it is part of the books. */
export const hasPayments = `exists (
    select from payments y
    where y.customer_id = c.customer_id and y.case_id = c.id)`

/** SQL: from when its periods count: it was closed, and what came in later is part of it. */
export const endedAt = `greatest(c.status_at, (
    select max(y.at)
    from payments y
    where y.customer_id = c.customer_id and y.case_id = c.id))`
