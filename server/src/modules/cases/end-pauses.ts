import { sql } from 'kysely'
import { liveChannel } from '../../live/publish.ts'
import type { Db } from '../../platform/db/database.ts'

/**
 * Opens the batches and cases whose pause has ended, but for those that wait for a promise that stands: whether it was kept is evaluated first (evaluate-promises.ts).
 * Cheap when there are none: both are found by a partial index.
 */
export async function endPauses(db: Db, now: Date): Promise<void> {
  await sql`
    with ended as (
      update batches
      set status = 'open', paused_until = null, version = version + 1
      where status = 'paused' and paused_until <= ${now}
      returning customer_id, id),
    recorded as (
      select record_timeline(array_agg(c.customer_id), array_agg(c.id), array['batchResumed'], null,
        array[${now}::timestamptz])
      from ended e
      join cases c on c.customer_id = e.customer_id and c.batch_id = e.id
      where c.status <> 'closed')
    select pg_notify(${liveChannel},
      json_build_object('kind', 'batch.changed', 'customerId', customer_id, 'batchId', id)::text)
    from ended, recorded`.execute(db)
  await sql`
    with ended as (
      update cases
      set status = 'open', status_at = ${now}, updated_at = ${now}, paused_until = null, paused_for = null,
        version = version + 1
      where status = 'paused' and paused_until <= ${now} and not (paused_for is not distinct from 'promise' and exists (
        select from payment_promises p
        where p.customer_id = cases.customer_id and p.case_id = cases.id and p.state = 'open'))
        returning customer_id, batch_id, id)
    select pg_notify(${liveChannel},
      json_build_object('kind', 'case.changed', 'customerId', customer_id, 'batchId', batch_id, 'caseId', id)::text)
    from ended`.execute(db)
}
