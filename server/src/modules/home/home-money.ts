import type { HomeMoney } from '@regie/contract/home.ts'
import type { Pool } from 'pg'
import { prepared } from '../../platform/db/prepared.ts'
import { batchesOfScope, homeDays, type HomeScope } from './home-scope.ts'

type Row = Omit<HomeMoney, 'paidSoon' | 'paidSoonBefore' | 'ordinaryCents'> & {
  such: number
  firstReceipt: string | null
  claimed: number
  soon: number
  claimedBefore: number
  soonBefore: number
}

// From the kept totals alone (server/sql/kept-money.sql): no case and no payment is looked at.
const moneyOfScope = prepared<Row>(
  'home-money',
  `with its as materialized (${batchesOfScope}
  ), standing as (
    select currency, sum(open_cases)::int as "openCases", count(*) filter (where open_cases > 0)::int as batches,
      sum(outstanding_cents)::bigint as "outstandingCents", sum(promises)::int as promises,
      sum(promised_cents)::bigint as "promisedCents"
    from batch_money_now
    where customer_id = $1 and batch_id in (select id from its)
    group by currency
  ), days as (
    select currency,
      coalesce(sum(received_cents) filter (where day = $3::date), 0)::bigint as received,
      coalesce(sum(received_cents) filter (where day = any($4::date[])), 0)::bigint as such,
      min(day) filter (where receipts > 0) as first,
      coalesce(sum(promises) filter (where day = $3::date), 0)::int as promised_today,
      coalesce(sum(claimed_cents) filter (where day between $5::date and $6::date), 0)::bigint as claimed,
      coalesce(sum(paid_soon_cents) filter (where day between $5::date and $6::date), 0)::bigint as soon,
      coalesce(sum(claimed_cents) filter (where day between $7::date and $8::date), 0)::bigint as claimed_before,
      coalesce(sum(paid_soon_cents) filter (where day between $7::date and $8::date), 0)::bigint as soon_before
    from money_days_now
    where customer_id = $1 and ($2::bigint is null or script_id = $2) and day between $7::date and $3::date
    group by currency)
  select s.*, coalesce(d.received, 0)::bigint as "receivedCents", coalesce(d.such, 0)::bigint as such,
    d.first::text as "firstReceipt", coalesce(d.promised_today, 0)::int as "promisesToday",
    coalesce(d.claimed, 0)::bigint as claimed, coalesce(d.soon, 0)::bigint as soon,
    coalesce(d.claimed_before, 0)::bigint as "claimedBefore", coalesce(d.soon_before, 0)::bigint as "soonBefore"
  from standing s
  left join days d on d.currency = s.currency
  order by s."outstandingCents" desc, s.currency`,
)

/** What is outstanding, received, promised and paid in time, by currency; the largest first. */
export async function findHomeMoney(pool: Pool, { customerId, scriptId }: HomeScope, now: Date): Promise<HomeMoney[]> {
  const { today, suchWeekdays, soon: month, soonBefore: monthBefore } = homeDays(now)
  const days = [today, suchWeekdays, month.from, month.until, monthBefore.from, monthBefore.until]
  const rows = await moneyOfScope(pool, [customerId, scriptId, ...days])
  return rows.map(({ such, firstReceipt, claimed, soon, claimedBefore, soonBefore, ...row }) => {
    // Weekdays before the first receipt were no ordinary ones.
    const weeks = suchWeekdays.filter((day) => firstReceipt !== null && day >= firstReceipt).length
    return {
      ...row,
      ordinaryCents: weeks === 0 ? null : Math.round(such / weeks),
      paidSoon: { ...month, claimedCents: claimed, paidCents: soon },
      paidSoonBefore: { ...monthBefore, claimedCents: claimedBefore, paidCents: soonBefore },
    }
  })
}
