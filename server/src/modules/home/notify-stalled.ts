import type { BatchRow } from '@regie/contract/batches.ts'
import { Right } from '@regie/contract/right-codes.ts'
import type { Pool } from 'pg'
import { prepared } from '../../platform/db/prepared.ts'
import type { Services } from '../../services.ts'
import { type BatchesAnswer, batchesJson } from '../batches/batch-data.ts'
import { batchRowsOf } from '../batches/batch-rows.ts'
import { toLocalTime } from '../contact-permission/local-time.ts'
import { notifyUsers } from '../notifications/notify-users.ts'
import { listHolders } from '../notifications/recipients.ts'
import { stalledOf } from './running-batches.ts'

// Looks into indexes leave out whatever waits for its time or a sender; what is left, mostly a few, is asked in full.
const { with: page, columns } = batchesJson({
  page: `
    select b.*
    from batches b
    join scripts s on s.customer_id = b.customer_id and s.id = b.script_id
    join batch_counters k on k.customer_id = b.customer_id and k.batch_id = b.id
    where not b.is_demo
      and (b.status = 'paused' and b.trial ->> 'state' = 'stopped'
        or b.status = 'open' and k.open > 0 and (not s.active or least(b.own_lines, s.max_lines) = 0
          or k.busy = 0
            and not exists (
              select from case_runs r
              where r.customer_id = b.customer_id and r.batch_id = b.id and r.state in ('ready', 'sleeping')
                and r.owner is null)
            and not exists (
              select
              from unnest(array['email', 'sms', 'whatsapp', 'call']) as its(channel)
              join outbox o on o.channel = its.channel and o.customer_id = b.customer_id and o.batch_id = b.id
              where its.channel <> 'call' or b.dialer_on)))`,
})
const stalledBatches = prepared<BatchesAnswer>('stalled-batches', `with ${page} select ${columns}`)

/** The batches of all customers that go on no more by themselves, as home shows them. */
export async function listStalled(pool: Pool, now: Date): Promise<Map<number, BatchRow[]>> {
  const [answer] = await stalledBatches(pool, [])
  return Map.groupBy(answer ? batchRowsOf(answer, now) : [], ({ customerID }) => customerID)
}

/** Notifies those who may start batches again of each that goes on no more by itself: once a day for each reason. */
export async function notifyStalled({ db, pool, clock }: Services): Promise<void> {
  const now = clock.now()
  const day = toLocalTime(now).date
  for (const [customerId, batches] of await listStalled(pool, now)) {
    const stalled = stalledOf(batches)
    if (stalled.length === 0) continue
    await db.transaction().execute(async (tx) => {
      const users = await listHolders(tx, customerId, [Right.viewBatches, Right.pauseBatches])
      for (const { batchID, reason } of stalled)
        await notifyUsers(
          tx,
          { customerId, kind: 'batchStalled', cause: `stalled:${batchID}:${reason}:${day}`, at: now, batchId: batchID },
          users,
        )
    })
  }
}
