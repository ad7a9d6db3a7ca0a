import type { RequestOf, ResponseOf } from '@regie/contract/endpoint.ts'
import {
  type CounterType,
  type HeatCell,
  linkCounts,
  type LinkFigures,
  type paymentReportApi,
  reportDaysMax,
} from '@regie/contract/payment-report.ts'
import { AppError } from '../../platform/app-error.ts'
import { prepared } from '../../platform/db/prepared.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { addDays, toLocalTime } from '../contact-permission/local-time.ts'
import { byLink, hourOf, isAsked, itsAsked, linkIs, linksCounted, madeOnDays, paymentsAsked, weekdayOf } from './payments/payment-sql.ts'

const counted = prepared<ResponseOf<typeof paymentReportApi.counter>['rows'][number]>(
  'payment-report-counter',
  `${itsAsked}
  select p.currency, count(*)::int as count, sum(p.amount_cents)::bigint as "amountCents",
    count(*) filter (where ${byLink})::int as "linkCount",
    coalesce(sum(p.amount_cents) filter (where ${byLink}), 0)::bigint as "linkCents"
  ${paymentsAsked}
  group by p.currency
  order by "amountCents" desc, p.currency`,
)

const hours = prepared<HeatCell>(
  'payment-report-hours',
  `${itsAsked}
  select ${weekdayOf} as weekday, ${hourOf} as hour,
    p.currency, count(*)::int as count, sum(p.amount_cents)::bigint as "paidCents"
  ${paymentsAsked} and ${byLink}
  group by 1, 2, 3
  order by 1, 2, 3`,
)

// What each number of links counts, in the order of the answer.
const linkNumbers = linkCounts
  .map((count) => `coalesce(sum(l.links) filter (where ${linkIs[count]}), 0)::int as "${count}"`)
  .join(',\n    ')
const linkFigures = `${linkNumbers},
    sum(l.cents)::bigint as "requestedCents",
    coalesce(sum(l.cents) filter (where ${linkIs.paid}), 0)::bigint as "paidCents"
  ${linksCounted}`

// How long people took cannot be kept as a sum: of those who paid alone, each time (the index payment_links_paid).
const hoursToPay = (by: string) => `
    select ${by}, round((percentile_cont(0.5) within group (order by extract(epoch from l.paid_at - l.created_at))
      / 3600)::numeric, 1)::float as "medianHoursToPay"
    from payment_links l
    join batches b on b.customer_id = l.customer_id and b.id = l.batch_id
    where ${madeOnDays} and ${linkIs.paid} and ${isAsked('l.batch_id')}
    group by ${by}`

const linksOfPeriod = prepared<LinkFigures>(
  'payment-report-links',
  `${itsAsked}, figures as (
    select l.currency, ${linkFigures}
    group by l.currency
    having sum(l.links) <> 0
  ), hours as (${hoursToPay('l.currency')})
  select f.*, h."medianHoursToPay"
  from figures f
  left join hours h on h.currency = f.currency
  order by f."requestedCents" desc, f.currency`,
)

const linksByScript = prepared<LinkFigures & { scriptID: number; name: string }>(
  'payment-report-scripts',
  `${itsAsked}, figures as (
    select l.script_id, l.currency, ${linkFigures}
    group by l.script_id, l.currency
    having sum(l.links) <> 0
  ), hours as (${hoursToPay('b.script_id, l.currency')})
  select f.script_id as "scriptID", s.name, f.currency, ${linkCounts.map((count) => `f."${count}"`).join(', ')},
    f."requestedCents", f."paidCents", h."medianHoursToPay"
  from figures f
  join scripts s on s.customer_id = $1 and s.id = f.script_id
  left join hours h on h.script_id = f.script_id and h.currency = f.currency
  order by f."paidCents" desc, f."requestedCents" desc, f.script_id, f.currency`,
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
export function daysAsked({ from, until }: Partial<{ [key in keyof Days]: string | undefined }>, now: Date): Days {
  const last = until ?? toLocalTime(now).date
  const first = from ?? addDays(last, 1 - usualDays)
  if (first > last) throw new AppError('report.periodReversed', { field: 'from' })
  if (first < addDays(last, 1 - reportDaysMax))
    throw new AppError('report.periodTooLong', { field: 'from', params: { count: reportDaysMax } })
  return { from: first, until: last }
}
