import type { CostPlace } from '@regie/contract/cost-report.ts'
import { channelOfMoney, leftUs } from '../../communications/reported/contact-before.ts'
import { prepared } from '../../../platform/db/prepared.ts'

// $1 and $2 are the customer and the script or null. Demos count nowhere.
const batchesAsked = `
  select b.id, b.script_id
  from batches b
  where b.customer_id = $1 and not b.is_demo and ($2::bigint is null or b.script_id = $2)`

const nameOfScript = `(select s.name from scripts s where s.customer_id = $1 and s.id = counted.script_id)`

// Providers bill by the second that has begun. Each call is rounded by itself to a hundredth of a cent, so that any rows of them add up to their sum.
const talkHundredths = `(x.minute_hundredths::bigint
        * greatest(0, ceil(extract(epoch from m.delivered_at - m.picked_up_at)))::bigint + 30) / 60`

// Null: nobody knows it. A call that somebody picked up has minutes, which are known once it is over and if its beginning was told.
const hundredths = `case
      when x.each_hundredths is null and x.minute_hundredths is null then null
      when m.channel = 'sms' then x.each_hundredths::bigint * m.parts
      when m.channel <> 'call' or coalesce(x.minute_hundredths, 0) = 0 then x.each_hundredths::bigint
      when m.delivery is null then null
      when m.delivery not in ('answered', 'transferred', 'voicemail') then coalesce(x.each_hundredths, 0)::bigint
      when m.picked_up_at is null then null
      else coalesce(x.each_hundredths, 0) + ${talkHundredths} end`

export type Spent = { scriptID: number; script: string; place: CostPlace; contacts: number; unpriced: number; costHundredths: number }

// By the moment at which they were made, as in the reports of messages; the price is that of the day on which they left, of a letter the one it kept. $3 and $4 are the moments.
const spent = prepared<Spent>(
  'cost-report-spent',
  `with its as materialized (${batchesAsked}),
  prices as materialized (
    select provider_id, each_hundredths, minute_hundredths, from_day,
      lead(from_day, 1, 'infinity') over (partition by provider_id order by from_day) as until_day
    from provider_prices
    where customer_id = $1
  ), counted as (
    select its.script_id, m.channel as place, count(*)::int as contacts,
      (count(*) filter (where (${hundredths}) is null))::int as unpriced,
      coalesce(sum(${hundredths}), 0)::bigint as "costHundredths"
    from communications m
    join its on its.id = m.batch_id
    left join prices x on x.provider_id = m.provider_id and day_of(m.sent_at) >= x.from_day
      and day_of(m.sent_at) < x.until_day
    where m.customer_id = $1 and m.channel = any('{call,email,sms,whatsapp}') and m.queued_at >= $3 and m.queued_at < $4
      and ${leftUs('m')}
    group by 1, 2
    union all
    select its.script_id, 'letter', count(*)::int, (count(*) filter (where l.price_cents is null))::int,
      coalesce(sum(l.price_cents * 100), 0)::bigint
    from letters l
    join cases c on c.customer_id = l.customer_id and c.id = l.case_id
    join its on its.id = c.batch_id
    where l.customer_id = $1 and l.state = 'handedOver' and l.queued_at >= $3 and l.queued_at < $4
    group by 1)
  select script_id as "scriptID", ${nameOfScript} as script, place, contacts, unpriced, "costHundredths"
  from counted`,
)

export type Received = { scriptID: number; script: string; place: CostPlace; currency: string; payments: number; receivedCents: number }

// $3 and $4 are the first and the last day.
const received = prepared<Received>(
  'cost-report-received',
  `with its as materialized (${batchesAsked}),
  counted as (
    select its.script_id, coalesce(${channelOfMoney}, 'none') as place, p.currency, count(*)::int as payments,
      sum(p.amount_cents)::bigint as "receivedCents"
    from payments p
    join cases c on c.customer_id = p.customer_id and c.id = p.case_id
    join its on its.id = c.batch_id
    where p.customer_id = $1 and p.paid_on between $3::date and $4::date and p.withdrawn_at is null
    group by 1, 2, 3)
  select script_id as "scriptID", ${nameOfScript} as script, place, currency, payments, "receivedCents"
  from counted`,
)

type Pool = Parameters<typeof spent>[0]
export type CostScope = { customerId: number; scriptId: number | null }

/** What left in a period and what it cost, by script and channel. */
export const countSpent = (pool: Pool, { customerId, scriptId }: CostScope, { from, until }: { from: Date; until: Date }) =>
  spent(pool, [customerId, scriptId, from, until])

/** What came in on these days, by script, currency and the channel that it counts for. */
export const countReceived = (pool: Pool, { customerId, scriptId }: CostScope, { from, to }: { from: string; to: string }) =>
  received(pool, [customerId, scriptId, from, to])
