import type { LinkCount } from '@regie/contract/payment-report.ts'

/** SQL: the batches whose links and money count. $1 and $2 are the customer and the script or null. Demos count nowhere. */
export const itsAsked = `with its as materialized (
    select b.id, b.script_id
    from batches b
    where b.customer_id = $1 and not b.is_demo and ($2::bigint is null or b.script_id = $2))`

/** SQL: does this batch count? In so many words no join: a plan that is kept for each customer and period would look through all batches for each row. */
export const isAsked = (batch: string) => `(${batch} in (select its.id from its)) is true`

/** SQL: money `p` that somebody paid by a link, not what staff booked or marked. */
export const byLink = 'p.payment_link_id is not null and p.booked_by is null'

/** SQL: the money of the days; $3 and $4 are the first and the last one. */
export const paymentsAsked = `
  from payments p
  where p.customer_id = $1 and p.paid_on between $3::date and $4::date and p.withdrawn_at is null
    and ${isAsked('p.batch_id')}`

/** SQL: how many links were made on the days and stand alike (server/sql/kept-links.sql). No link is looked at. */
export const linksCounted = `
  from payment_link_days_now l
  where l.customer_id = $1 and ($2::bigint is null or l.script_id = $2) and l.day between $3::date and $4::date`

/** SQL: the links `l` that were made on the days. */
export const madeOnDays = `l.customer_id = $1 and l.created_at >= $3::date::timestamp at time zone 'Europe/Amsterdam'
    and l.created_at < ($4::date + 1)::timestamp at time zone 'Europe/Amsterdam'`

const isPaid = `(l.state = 'paid' and not l.marked)`

/** SQL: is a link one that this number counts? The report and the rows behind it ask the same, of a link `l` or of links that stand alike. */
export const linkIs: Record<LinkCount, string> = {
  links: 'true',
  clicked: `(l.reached >= 1 or ${isPaid})`,
  opened: `(l.reached >= 2 or ${isPaid})`,
  paid: isPaid,
  inProgress: `l.state = 'in_progress'`,
  canceled: `(l.state = 'canceled' and not l.has_ended)`,
  expired: `(l.state = 'expired' and not l.has_ended)`,
  ended: `(l.state not in ('paid', 'in_progress') and l.has_ended)`,
  marked: 'l.marked',
}

/** SQL: the weekday and the hour of payment `p`, by the clock of Amsterdam. */
export const weekdayOf = `extract(isodow from p.at at time zone 'Europe/Amsterdam')::int`
export const hourOf = `extract(hour from p.at at time zone 'Europe/Amsterdam')::int`
