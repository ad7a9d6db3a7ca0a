import type { LinkCount } from '@regie/contract/payment-report.ts'

// $1 and $2 are the customer and the script or null, $3 and $4 the first and the last day. Demos count nowhere.
const batchesAsked = `
  select b.id, b.script_id
  from batches b
  where b.customer_id = $1 and not b.is_demo and ($2::bigint is null or b.script_id = $2)`

/** SQL: money `p` that somebody paid by a link, not what staff booked or marked. */
export const byLink = 'p.payment_link_id is not null and p.booked_by is null'

/** SQL: the batches whose money counts. */
export const itsAsked = `with its as materialized (${batchesAsked})`

/** SQL: the money of the days. */
export const paymentsAsked = `
  from payments p
  join cases c on c.customer_id = p.customer_id and c.id = p.case_id
  join its on its.id = c.batch_id
  where p.customer_id = $1 and p.paid_on between $3::date and $4::date and p.withdrawn_at is null`

// How far somebody ever came stands in the events alone: a link that has expired may have been opened.
/** SQL: the links that were made on the days, with how far each came. */
export const linksMade = `
  with its as materialized (${batchesAsked}), made as materialized (
    select l.id, l.currency, l.amount_cents, l.state, l.ended_for, l.created_at, l.paid_at, its.script_id,
      l.state = 'paid' and exists (
        select from payments p
        where p.customer_id = l.customer_id and p.case_id = l.case_id and p.payment_link_id = l.id
          and p.booked_by is not null and p.withdrawn_at is null) as marked
    from payment_links l
    join its on its.id = l.batch_id
    where l.customer_id = $1 and l.created_at >= $3::date::timestamp at time zone 'Europe/Amsterdam'
      and l.created_at < ($4::date + 1)::timestamp at time zone 'Europe/Amsterdam'
  ), reached as (
    select e.payment_link_id as id, bool_or(e.state = 'link_clicked') as clicked,
      bool_or(e.state = 'bank_opened') as opened
    from payment_events e
    where e.customer_id = $1 and e.at >= $3::date::timestamp at time zone 'Europe/Amsterdam'
      and e.state in ('link_clicked', 'bank_opened')
    group by 1
  ), links as (
    select m.*, m.state = 'paid' and not m.marked as paid,
      coalesce(r.opened, false) or m.state in ('bank_opened', 'in_progress', 'canceled') as opened,
      coalesce(r.clicked, false) or m.state = 'link_clicked' as clicked
    from made m
    left join reached r on r.id = m.id
  )`

/** SQL: is a link one that this number counts? The report and the rows behind it ask the same, of a link `l` that both know as much of. */
export const linkIs: Record<LinkCount, string> = {
  links: 'true',
  clicked: '(l.clicked or l.opened or l.paid)',
  opened: '(l.opened or l.paid)',
  paid: 'l.paid',
  inProgress: `l.state = 'in_progress'`,
  canceled: `(l.state = 'canceled' and l.ended_for is null)`,
  expired: `(l.state = 'expired' and l.ended_for is null)`,
  ended: `(l.state not in ('paid', 'in_progress') and l.ended_for is not null)`,
  marked: 'l.marked',
}

/** SQL: the weekday and the hour of payment `p`, by the clock of Amsterdam. */
export const weekdayOf = `extract(isodow from p.at at time zone 'Europe/Amsterdam')::int`
export const hourOf = `extract(hour from p.at at time zone 'Europe/Amsterdam')::int`
