import type { RequestOf } from '@regie/contract/endpoint.ts'
import { batchesOfferedMax, ReportBatch } from '@regie/contract/report-wish.ts'
import type { reportApi } from '@regie/contract/reports.ts'
import { isoText, prepared } from '../../../platform/db/prepared.ts'
import { type Caller, mustAccessCustomer } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'

// The newest batches of a customer, or of one script, with their kept counters and sums.
const newest = prepared<{ row: unknown }>(
  'report-batches',
  `select json_build_object(
      'batchID', b.id, 'name', b.name, 'scriptID', s.id, 'scriptName', s.name, 'status', b.status,
      'importedAt', ${isoText('b.imported_at')},
      'cases', k.total, 'open', k.open,
      'money', coalesce((
        select json_agg(
          json_build_object('currency', m.currency, 'claimedCents', m.claimed_cents, 'paidCents', m.paid_cents)
          order by m.claimed_cents desc)
        from batch_money_now m
        where m.customer_id = b.customer_id
          and m.batch_id = b.id
          and (m.claimed_cents <> 0 or m.paid_cents <> 0)), '[]')) as row
  from batches b
  join scripts s on s.customer_id = b.customer_id and s.id = b.script_id
  join batch_counters k on k.customer_id = b.customer_id and k.batch_id = b.id
  where b.customer_id = $1 and not b.is_demo and ($2::bigint is null or b.script_id = $2)
    and ($3::text is null or strpos(lower(b.name), lower($3)) > 0)
  order by b.id desc
  limit $4`,
)

type Query = RequestOf<typeof reportApi.batches>['query']

/** The batches that one may choose for a report. */
export async function listReportBatches({ pool }: Services, caller: Caller, { customerID, scriptID, q }: Query): Promise<ReportBatch[]> {
  mustAccessCustomer(caller, customerID, 'customer.notFound')
  const found = await newest(pool, [customerID, scriptID ?? null, q?.trim() ? q.trim() : null, batchesOfferedMax])
  return found.map(({ row }) => ReportBatch.parse(row))
}
