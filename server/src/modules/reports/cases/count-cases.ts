import { caseAges, recoveryDays } from '@regie/contract/cases-report.ts'
import { prepared } from '../../../platform/db/prepared.ts'

// What came in, what is owed and what was received are kept by day and by batch (server/sql/kept-money.sql); what was closed is counted from its index.
// Ages and months read the cases themselves. $1 is the customer, $2 the script or null.

const its = `its as materialized (
  select id
  from batches
  where customer_id = $1 and not is_demo and ($2::bigint is null or script_id = $2))`
const dayOf = (moment: string) => `(${moment} at time zone 'Europe/Amsterdam')::date`
const closedIn = (from: string, until: string) =>
  `c.customer_id = $1 and c.status = 'closed' and c.status_at >= ${from} and c.status_at < ${until} and c.batch_id in (select id from its)`

/** The currencies of a customer's claims, the one with the most money first. */
export const currenciesOf = prepared<{ currency: string }>(
  'cases-report-currencies',
  `select m.currency
  from batch_money_now m
  join batches b on b.customer_id = m.customer_id and b.id = m.batch_id and not b.is_demo
  where m.customer_id = $1
  group by m.currency
  order by sum(m.claimed_cents) desc, m.currency`,
)

/** $3 and $4: the first and the last day. */
export const cameByDay = prepared<{ day: string; scriptId: number; came: number; receivedCents: number }>(
  'cases-report-came',
  `select day::text, script_id as "scriptId", sum(cases)::int as came,
    coalesce(sum(received_cents) filter (where currency = $5), 0)::bigint as "receivedCents"
  from money_days_now
  where customer_id = $1 and ($2::bigint is null or script_id = $2) and day between $3::date and $4::date
  group by day, script_id`,
)

/** $3 and $4: the moments. */
export const closedByDay = prepared<{ day: string; scriptId: number; closed: number; paid: number }>(
  'cases-report-closed',
  `with ${its}
  select ${dayOf('c.status_at')}::text as day, b.script_id as "scriptId", count(*)::int as closed,
    (count(*) filter (where c.result = 'BET'))::int as paid
  from cases c
  join batches b on b.customer_id = c.customer_id and b.id = c.batch_id
  where ${closedIn('$3', '$4')}
  group by 1, 2`,
)

/** How long those that were closed had been here, in days: half of them less. */
export const medianOfClosed = prepared<{ days: number | null }>(
  'cases-report-median',
  `with ${its}
  select percentile_cont(0.5) within group (order by extract(epoch from c.status_at - c.created_at) / 86400) as days
  from cases c
  where ${closedIn('$3', '$4')}`,
)

const claim = 'coalesce(c.outstanding_cents, c.paid_cents)'

/** $5 is the currency of the amounts. */
export const closedByResult = prepared<{ result: string; closed: number; claimedCents: number; receivedCents: number }>(
  'cases-report-results',
  `with ${its}
  select coalesce(c.result, '') as result, count(*)::int as closed,
    coalesce(sum(${claim}) filter (where c.currency = $5), 0)::bigint as "claimedCents",
    coalesce(sum(least(c.paid_cents, ${claim})) filter (where c.currency = $5), 0)::bigint as "receivedCents"
  from cases c
  where ${closedIn('$3', '$4')}
  group by 1
  order by closed desc, result`,
)

/** What is open now, by script; $3 is the currency of the amounts. */
export const openByScript = prepared<{ scriptId: number; name: string; open: number; outstandingCents: number }>(
  'cases-report-open',
  `select s.id as "scriptId", s.name, coalesce(sum(k.open + k.paused), 0)::int as open,
    coalesce(sum(m.outstanding), 0)::bigint as "outstandingCents"
  from scripts s
  join batches b on b.customer_id = s.customer_id and b.script_id = s.id and not b.is_demo
  join batch_counters k on k.customer_id = b.customer_id and k.batch_id = b.id
  left join lateral (
    select sum(outstanding_cents) as outstanding
    from batch_money_now
    where customer_id = b.customer_id and batch_id = b.id and currency = $3) m on true
  where s.customer_id = $1 and ($2::bigint is null or s.id = $2)
  group by s.id, s.name`,
)

const ages = caseAges.filter((days) => days !== null)

/** Open cases by the place of their age; $3 is today, $4 the currency of the amounts. */
export const openByAge = prepared<{ place: number; open: number; outstandingCents: number }>(
  'cases-report-ages',
  `with ${its}
  select width_bucket($3::date - ${dayOf('c.created_at')}, array[${ages.map((days) => days + 1).join(', ')}]) as place,
    count(*)::int as open,
    coalesce(sum(c.outstanding_cents - least(c.paid_cents, c.outstanding_cents)) filter (where c.currency = $4), 0)::bigint
      as "outstandingCents"
  from cases c
  where c.customer_id = $1 and c.status <> 'closed' and c.batch_id in (select id from its)
  group by 1`,
)

/** $3 is the first day, $4 the currency of the amounts. */
export const cameByMonth = prepared<{ month: string; cases: number; claimedCents: number }>(
  'cases-report-months',
  `select to_char(day, 'YYYY-MM') as month, sum(cases)::int as cases,
    coalesce(sum(claimed_cents) filter (where currency = $4), 0)::bigint as "claimedCents"
  from money_days_now
  where customer_id = $1 and ($2::bigint is null or script_id = $2) and day >= $3::date
  group by 1`,
)

/** What came in of the cases of a month after so many days, and at all: of each case at most what it owes. */
export const receivedByMonth = prepared<{ month: string; within: number[]; receivedCents: number }>(
  'cases-report-received',
  `with ${its}
  select to_char(${dayOf('created_at')}, 'YYYY-MM') as month,
    json_build_array(${recoveryDays.map((days) => `coalesce(sum(least(claim, d${days})), 0)::bigint`).join(', ')}) as within,
    coalesce(sum(least(claim, whole)), 0)::bigint as "receivedCents"
  from (
    select c.id, c.created_at, ${claim} as claim, sum(p.amount_cents) as whole,
      ${recoveryDays.map((days) => `sum(p.amount_cents) filter (where p.paid_on <= ${dayOf('c.created_at')} + ${days}) as d${days}`).join(',\n      ')}
    from cases c
    join payments p on p.customer_id = c.customer_id and p.case_id = c.id and p.withdrawn_at is null
    where c.customer_id = $1 and c.created_at >= $3::date::timestamp at time zone 'Europe/Amsterdam' and c.currency = $4
      and c.batch_id in (select id from its)
    group by c.id, c.created_at, ${claim}) paid
  group by 1`,
)
