import { sql } from 'kysely'
import { publishFrom } from '../../../live/publish.ts'
import type { Db } from '../../../platform/db/database.ts'
import { resumeCases } from './case-transitions.ts'

// What is left is met at the next look, a moment later.
const endedAtOnce = 5_000

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
    select ${publishFrom('batch.changed', { customerId: sql`customer_id`, batchId: sql`id` })}
    from ended, recorded`.execute(db)
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ customerId: number; id: number }>`
      select customer_id as "customerId", id
      from cases
      where status = 'paused' and paused_until <= ${now} and not (paused_for is not distinct from 'promise' and exists (
        select from payment_promises p
        where p.customer_id = cases.customer_id and p.case_id = cases.id and p.state = 'open'))
      order by id
      limit ${endedAtOnce}
      for update skip locked`.execute(tx)
    for (const [customerId, cases] of Map.groupBy(rows, (row) => row.customerId))
      await resumeCases(tx, { customerId, caseIds: cases.map(({ id }) => id), at: now, byUser: null }, { event: 'pauseEnded' })
  })
}
