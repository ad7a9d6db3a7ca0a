import type { RequestOf, ResponseOf } from '@regie/contract/endpoint.ts'
import { type CounterType, type HeatCell, type LinkFigures, type paymentReportApi, reportDaysMax } from '@regie/contract/payment-report.ts'
import { AppError } from '../../platform/app-error.ts'
import { prepared } from '../../platform/db/prepared.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { addDays, toLocalTime } from '../contact-permission/local-time.ts'

// $1 and $2 are the customer and the script or null, $3 and $4 the first and the last day. Demos count nowhere.
const batchesAsked = `
  select b.id, b.script_id
  from batches b
  where b.customer_id = $1 and not b.is_demo and ($2::bigint is null or b.script_id = $2)`

// Money that somebody paid by a link, not what staff booked or marked.
const byLink = 'p.payment_link_id is not null and p.booked_by is null'

const paymentsAsked = `
  from payments p
  join cases c on c.customer_id = p.customer_id and c.id = p.case_id
  join its on its.id = c.batch_id
  where p.customer_id = $1 and p.paid_on between $3::date and $4::date and p.withdrawn_at is null`

const counted = prepared<ResponseOf<typeof paymentReportApi.counter>['rows'][number]>(
  'payment-report-counter',
  `with its as materialized (${batchesAsked})
  select p.currency, count(*)::int as count, sum(p.amount_cents)::bigint as "amountCents",
    count(*) filter (where ${byLink})::int as "linkCount",
    coalesce(sum(p.amount_cents) filter (where ${byLink}), 0)::bigint as "linkCents"
  ${paymentsAsked}
  group by p.currency
  order by "amountCents" desc, p.currency`,
)

const hours = prepared<HeatCell>(
  'payment-report-hours',
  `with its as materialized (${batchesAsked})
  select extract(isodow from p.at at time zone 'Europe/Amsterdam')::int as weekday,
    extract(hour from p.at at time zone 'Europe/Amsterdam')::int as hour,
    p.currency, count(*)::int as count, sum(p.amount_cents)::bigint as "paidCents"
  ${paymentsAsked} and ${byLink}
  group by 1, 2, 3
  order by 1, 2, 3`,
)

// How far somebody ever came stands in the events alone: a link that has expired may have been opened.
const linksMade = `
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

const linkFigures = `
    l.currency, count(*)::int as links, count(*) filter (where clicked or opened or paid)::int as clicked,
    count(*) filter (where opened or paid)::int as opened,
    count(*) filter (where state = 'in_progress')::int as "inProgress",
    count(*) filter (where paid)::int as paid, count(*) filter (where marked)::int as marked,
    count(*) filter (where state = 'expired' and ended_for is null)::int as expired,
    count(*) filter (where state not in ('paid', 'in_progress') and ended_for is not null)::int as ended,
    count(*) filter (where state = 'canceled' and ended_for is null)::int as canceled,
    sum(amount_cents)::bigint as "requestedCents",
    coalesce(sum(amount_cents) filter (where paid), 0)::bigint as "paidCents",
    round((percentile_cont(0.5) within group (order by extract(epoch from paid_at - created_at))
      filter (where paid) / 3600)::numeric, 1)::float as "medianHoursToPay"
  from links l`

const linksOfPeriod = prepared<LinkFigures>(
  'payment-report-links',
  `${linksMade}
  select ${linkFigures}
  group by l.currency
  order by "requestedCents" desc, l.currency`,
)

const linksByScript = prepared<LinkFigures & { scriptID: number; name: string }>(
  'payment-report-scripts',
  `${linksMade}
  select l.script_id as "scriptID", max((select s.name from scripts s where s.customer_id = $1 and s.id = l.script_id)) as name,
    ${linkFigures}
  group by l.script_id, l.currency
  order by "paidCents" desc, "requestedCents" desc, l.script_id, l.currency`,
)

type Scope = { customerID: number; scriptID?: number | undefined }
type Days = { from: string; until: string }

const about = ({ customerID, scriptID }: Scope, { from, until }: Days) => [customerID, scriptID ?? null, from, until]

type CounterQuery = RequestOf<typeof paymentReportApi.counter>['query']

/** What was received in the day, week or month of today, or ever, by currency. */
export async function countPayments({ pool, clock }: Services, caller: Caller, query: CounterQuery) {
  mustAccessCustomer(caller, query.customerID, 'customer.notFound')
  const days = daysOfCounter(query.type, clock.now())
  return { type: query.type, ...days, rows: await counted(pool, about(query, days)) }
}

/** The first and the last day that a counter looks at, in Dutch days. A total begins before there was anything. */
export function daysOfCounter(type: CounterType, now: Date): Days {
  const until = toLocalTime(now).date
  // Monday is the first.
  const weekday = (new Date(`${until}T12:00:00Z`).getUTCDay() + 6) % 7
  const from = { today: until, week: addDays(until, -weekday), month: `${until.slice(0, 8)}01`, total: '2000-01-01' }[type]
  return { from, until }
}

type InfoQuery = RequestOf<typeof paymentReportApi.info>['query']

/** What became of the payment links that were made in a period. */
export async function findLinkFigures({ pool, clock }: Services, caller: Caller, query: InfoQuery) {
  mustAccessCustomer(caller, query.customerID, 'customer.notFound')
  const days = daysAsked(query, clock.now())
  return { ...days, rows: await linksOfPeriod(pool, about(query, days)) }
}

type ScriptsQuery = RequestOf<typeof paymentReportApi.scripts>['query']

/** The same for each script. */
export async function findLinkFiguresByScript({ pool, clock }: Services, caller: Caller, query: ScriptsQuery) {
  mustAccessCustomer(caller, query.customerID, 'customer.notFound')
  const days = daysAsked(query, clock.now())
  return { ...days, rows: await linksByScript(pool, about(query, days)) }
}

/** At which hours of which weekdays people paid by link in a period. */
export async function findPaymentHours({ pool, clock }: Services, caller: Caller, query: InfoQuery) {
  mustAccessCustomer(caller, query.customerID, 'customer.notFound')
  const days = daysAsked(query, clock.now())
  return { ...days, rows: await hours(pool, about(query, days)) }
}

const usualDays = 30

/** The days of a report: those asked for, else the last thirty, today included. Throws where they are reversed or too many. */
function daysAsked({ from, until }: Partial<{ [key in keyof Days]: string | undefined }>, now: Date): Days {
  const last = until ?? toLocalTime(now).date
  const first = from ?? addDays(last, 1 - usualDays)
  if (first > last) throw new AppError('report.periodReversed', { field: 'from' })
  if (first < addDays(last, 1 - reportDaysMax))
    throw new AppError('report.periodTooLong', { field: 'from', params: { count: reportDaysMax } })
  return { from: first, until: last }
}
