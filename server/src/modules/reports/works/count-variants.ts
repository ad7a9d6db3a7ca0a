import type { VariantKey } from '@regie/contract/scripts.ts'
import { followedDays } from '@regie/contract/works-report.ts'
import { prepared } from '../../../platform/db/prepared.ts'

/** What is counted of the cases of a variant, of one currency; the sums of squares and products say how much they differ from each other. */
export type CountedVariant = {
  variant: VariantKey
  currency: string
  cases: number
  followed: number
  claimed: number
  owedCents: number
  paidCents: number
  paying: number
  settled: number
  contacts: number
  complained: number
  paidSquares: number
  paidByOwed: number
  owedSquares: number
  contactSquares: number
  contactsBySettled: number
  medianDaysToPay: number | null
}

// All columns stand in the index case_variants_report. What came in beyond the claim is no gain. Squares as floats: those of a million claims of a million
// euros are larger than a bigint.
// $1 to $3 are the customer, the script and the step, $4 and $5 the moments between which cases were divided, $6 is now.
export const countVariants = prepared<CountedVariant>(
  'works-variants',
  `select variant, currency, count(*)::int as cases,
    count(*) filter (where settled_at is not null
      or divided_at <= $6::timestamptz - interval '${followedDays} days')::int as followed,
    count(*) filter (where owed_cents > 0)::int as claimed, sum(owed_cents)::bigint as "owedCents",
    sum(least(paid_cents, owed_cents))::bigint as "paidCents",
    count(*) filter (where least(paid_cents, owed_cents) > 0)::int as paying,
    count(settled_at)::int as settled, sum(contacts)::bigint as contacts,
    count(*) filter (where complaints > 0)::int as complained,
    sum(least(paid_cents, owed_cents)::float8 ^ 2) as "paidSquares",
    sum(least(paid_cents, owed_cents)::float8 * owed_cents) as "paidByOwed",
    sum(owed_cents::float8 ^ 2) as "owedSquares", sum(contacts::float8 ^ 2) as "contactSquares",
    coalesce(sum(contacts) filter (where settled_at is not null), 0)::float8 as "contactsBySettled",
    percentile_cont(0.5) within group (order by extract(epoch from settled_at - divided_at)::float8 / 86400)
      filter (where settled_at is not null) as "medianDaysToPay"
  from case_variants
  where customer_id = $1 and script_id = $2 and step_key = $3 and divided_at >= $4 and divided_at < $5 and not is_demo
  group by variant, currency`,
)
