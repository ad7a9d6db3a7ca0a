import { channels } from '@regie/contract/channels.ts'
import type { BatchResults } from '@regie/contract/reports.ts'
import { prepared } from '../../platform/db/prepared.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { findBatchStatus } from '../batches/batch-queries.ts'

// Paid is at most what was claimed, as in the money that is kept by batch.
const byResult = prepared<BatchResults['results'][number]>(
  'batch-by-result',
  `select nullif(coalesce(result, ''), '') as result, currency, count(*)::int as cases,
    coalesce(sum(coalesce(outstanding_cents, paid_cents)), 0)::bigint as "claimedCents",
    coalesce(sum(least(paid_cents, coalesce(outstanding_cents, paid_cents))), 0)::bigint as "paidCents"
  from cases
  where customer_id = $1 and batch_id = $2
  group by 1, 2
  order by 3 desc, 1`,
)

const byWeek = prepared<BatchResults['weeks'][number]>(
  'batch-by-week',
  `select date_trunc('week', p.paid_on)::date::text as week, p.currency, sum(p.amount_cents)::bigint as cents,
    count(*)::int as receipts
  from cases c
  join payments p on p.customer_id = c.customer_id and p.case_id = c.id
  where c.customer_id = $1 and c.batch_id = $2 and p.withdrawn_at is null
  group by 1, 2
  order by 1, 2`,
)

// What left and what perhaps left are counted as in server/sql/batch-counters.sql. Who hears a voicemail is not known, so it reaches nobody.
const byChannel = prepared<BatchResults['reach'][number]>(
  'batch-by-channel',
  `with sent as (
    select m.channel, count(*) filter (where m.state = 'sent')::int as messages,
      count(*) filter (where m.state = 'unknown')::int as unknown,
      count(*) filter (where m.state not in ('sent', 'unknown'))::int as failed,
      count(distinct m.case_id)::int as cases,
      count(distinct m.case_id)
        filter (where m.delivery in ('delivered', 'read', 'answered', 'transferred'))::int as reached,
      -- A mail that others get too says of nobody that they read it, as in mail-tracking/tracked-html.ts.
      count(*) filter (where r.communication_id is not null or (m.channel = 'email' and m.state = 'sent' and (
        select t.mail ? 'track' and t.html is not null and not t.mail ?| array['cc', 'bcc']
        from communication_contents t
        where t.customer_id = m.customer_id and t.communication_id = m.id and t.queued_at = m.queued_at)))::int
        as measured,
      count(*) filter (where r.opened_at is not null)::int as opened,
      count(*) filter (where r.opened_at is null and r.maybe_opened_at is not null)::int as "maybeOpened",
      count(*) filter (where r.clicked_at is not null)::int as clicked
    from cases c
    join communications m on m.customer_id = c.customer_id and m.case_id = c.id
    left join mail_readings r on r.customer_id = m.customer_id and r.communication_id = m.id
    where c.customer_id = $1 and c.batch_id = $2 and m.state not in ('queued', 'cancelled')
    group by 1
  ), came as (
    select m.channel, count(*)::int as received
    from cases c
    join incoming_messages m on m.customer_id = c.customer_id and m.case_id = c.id
    where c.customer_id = $1 and c.batch_id = $2 and m.kind = 'message' and m.channel = any($3)
    group by 1
  )
  select coalesce(s.channel, r.channel) as channel, coalesce(s.messages, 0) as messages,
    coalesce(s.unknown, 0) as unknown, coalesce(s.failed, 0) as failed, coalesce(s.cases, 0) as cases,
    coalesce(s.reached, 0) as reached, coalesce(s.measured, 0) as measured, coalesce(s.opened, 0) as opened,
    coalesce(s."maybeOpened", 0) as "maybeOpened", coalesce(s.clicked, 0) as clicked,
    coalesce(r.received, 0) as received
  from sent s
  full join came r on r.channel = s.channel
  order by cases desc, 1`,
)

/** What became of a batch, counted when it is asked: a batch is looked at now and then, and its cases stand together in an index. */
export async function findBatchResults({ pool }: Services, caller: Caller, batchId: number): Promise<BatchResults> {
  const { customerId } = await findBatchStatus(pool, caller, batchId)
  const about = [customerId, batchId]
  return { results: await byResult(pool, about), weeks: await byWeek(pool, about), reach: await byChannel(pool, [...about, channels]) }
}
