import type { RequestOf, ResponseOf } from '@regie/contract/endpoint.ts'
import {
  type LinkCount,
  linkCounts,
  moneyCounts,
  type PaymentCount,
  type PaymentRow,
  type paymentReportApi,
} from '@regie/contract/payment-report.ts'
import * as z from 'zod'
import { decodeCursor, pageFrom } from '../../../platform/db/page.ts'
import { isoText, prepared } from '../../../platform/db/prepared.ts'
import { type Caller, mustAccessCustomer } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { daysAsked } from '../payment-report.ts'
import { byLink, hourOf, isAsked, itsAsked, linkIs, linksCounted, madeOnDays, paymentsAsked, weekdayOf } from './payment-sql.ts'

type Sum = ResponseOf<typeof paymentReportApi.rows>['sums'][number]
/** A row with its place in the list: the day and the moment, to the microsecond as the index has it. */
type Placed = PaymentRow & { day: string; micros: string }

const microsOf = (at: string) => `to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

// From the newest back through an index of links as they were made; what stands beside each is looked up for the page alone. $5 is the currency or null,
// $6 and $7 are the place, $8 is how many.
const linkRows = (isCounted: string) => `
  ${itsAsked}
  select l.id as "rowID", l.case_id as "caseID", c.case_number as "caseNumber", s.name as script,
    l.amount_cents as "amountCents", l.currency, ${isoText('l.created_at')} as at, day_of(l.paid_at)::text as "paidOn",
    case when l.marked then 'marked' when ${linkIs.ended} then 'ended' else l.state end as state,
    case when l.request_kind is null then 'link' else 'request' end as method,
    day_of(l.created_at)::text as day, ${microsOf('l.created_at')} as micros
  from (
    select *
    from (select l.*, l.ended_for is not null as has_ended from payment_links l) l
    where ${madeOnDays} and l.created_at <= coalesce($6::timestamptz, 'infinity')
      and ${isAsked('l.batch_id')}
      and ($5::text is null or l.currency = $5)
      and ($6::timestamptz is null or (l.created_at, l.id) < ($6::timestamptz, $7::bigint))
      and ${isCounted}
    order by l.created_at desc, l.id desc
    limit $8) l
  join batches b on b.customer_id = l.customer_id and b.id = l.batch_id
  join scripts s on s.customer_id = b.customer_id and s.id = b.script_id
  join cases c on c.customer_id = l.customer_id and c.id = l.case_id
  order by l.created_at desc, l.id desc`

const linkSums = (isCounted: string) => `
  select l.currency, sum(l.links)::int as count, sum(l.cents)::bigint as "amountCents"
  ${linksCounted} and ${isCounted} and ($5::text is null or l.currency = $5)
  group by l.currency
  having sum(l.links) <> 0
  order by "amountCents" desc, l.currency`

// $6 and $7 are the weekday and the hour or null.
const ofHour = `($5::text is null or p.currency = $5)
    and ($6::int is null or ${weekdayOf} = $6) and ($7::int is null or ${hourOf} = $7)`

// $8 to $10 are the place, $11 is how many.
const moneyRows = (isCounted: string) => `
  ${itsAsked}
  select p.id as "rowID", p.case_id as "caseID", c.case_number as "caseNumber", s.name as script,
    p.amount_cents as "amountCents", p.currency, ${isoText('p.at')} as at, p.paid_on::text as "paidOn",
    case when p.booked_by is null then 'paid' when p.payment_link_id is not null then 'marked'
      else 'booked' end as state,
    case when p.payment_link_id is null then coalesce(p.method, 'other')
      when (
        select l.request_kind from payment_links l
        where l.customer_id = p.customer_id and l.id = p.payment_link_id) is not null then 'request'
      else 'link' end as method,
    p.paid_on::text as day, ${microsOf('p.at')} as micros
  from (
    select *
    from payments p
    where p.customer_id = $1 and p.paid_on between $3::date and coalesce($8::date, $4::date)
      and p.withdrawn_at is null and ${isAsked('p.batch_id')} and ${isCounted} and ${ofHour}
      and ($8::date is null or (p.paid_on, p.at, p.id) < ($8::date, $9::timestamptz, $10::bigint))
    order by p.paid_on desc, p.at desc, p.id desc
    limit $11) p
  join cases c on c.customer_id = p.customer_id and c.id = p.case_id
  join batches b on b.customer_id = p.customer_id and b.id = p.batch_id
  join scripts s on s.customer_id = b.customer_id and s.id = b.script_id
  order by p.paid_on desc, p.at desc, p.id desc`

const moneySums = (isCounted: string) => `
  ${itsAsked}
  select p.currency, count(*)::int as count, sum(p.amount_cents)::bigint as "amountCents"
  ${paymentsAsked} and ${isCounted} and ${ofHour}
  group by p.currency
  order by "amountCents" desc, p.currency`

const isLinkCount = (counted: PaymentCount): counted is LinkCount => linkCounts.some((one) => one === counted)

// A text for each number: which of the indexes serves it differs.
function textsOf(counted: PaymentCount) {
  const isMoney = counted === 'byLink' ? byLink : 'true'
  const [rows, sums] = isLinkCount(counted)
    ? [linkRows(linkIs[counted]), linkSums(linkIs[counted])]
    : [moneyRows(isMoney), moneySums(isMoney)]
  return { rows: prepared<Placed>(`payment-rows-${counted}`, rows), sums: prepared<Sum>(`payment-sums-${counted}`, sums) }
}
const asked = Object.fromEntries([...linkCounts, ...moneyCounts].map((counted) => [counted, textsOf(counted)])) as Record<
  PaymentCount,
  ReturnType<typeof textsOf>
>

// The sums go along: counting takes as long as the report, and each page behind the first has them already.
const Sums = z.array(z.tuple([z.string().length(3), z.number(), z.number()]))
const Place = z.tuple([z.iso.date(), z.iso.datetime(), z.number().int().positive(), Sums])

type Query = RequestOf<typeof paymentReportApi.rows>['query']

/** The links or payments behind a number of the report: as many, and of as much, as the number says. */
export async function listPaymentRows(
  { pool, clock }: Services,
  caller: Caller,
  { customerID, scriptID, counted, currency, weekday, hour, limit, cursor, ...period }: Query,
): Promise<ResponseOf<typeof paymentReportApi.rows>> {
  mustAccessCustomer(caller, customerID, 'customer.notFound')
  const isOfLinks = isLinkCount(counted)
  // What came in ever has a counter of its own: money has no longest period.
  const { from, until } =
    !isOfLinks && period.from !== undefined && period.until !== undefined && period.from <= period.until
      ? { from: period.from, until: period.until }
      : daysAsked(period, clock.now())
  const about = [customerID, scriptID ?? null, from, until, currency ?? null, ...(isOfLinks ? [] : [weekday ?? null, hour ?? null])]
  const [day, micros, id, known] = cursor === undefined ? [null, null, null, null] : decodeCursor(Place, cursor)
  const place = isOfLinks ? [micros, id] : [day, micros, id]
  const texts = asked[counted]
  const [found, sums] = await Promise.all([
    texts.rows(pool, [...about, ...place, limit + 1]),
    known === null
      ? texts.sums(pool, about)
      : known.map(([currencyOf, count, amountCents]) => ({ currency: currencyOf, count, amountCents })),
  ])
  const kept = sums.map((sum) => [sum.currency, sum.count, sum.amountCents])
  const page = pageFrom(found, limit, (row) => [row.day, row.micros, row.rowID, kept])
  return {
    ...page,
    rows: page.rows.map(({ day: _day, micros: _micros, ...row }) => row),
    ...{ from, until, sums },
    total: { value: sums.reduce((sum, { count }) => sum + count, 0), exact: true },
  }
}
