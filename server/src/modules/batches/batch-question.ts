import type { batchApi } from '@regie/contract/batches.ts'
import type { ResponseOf } from '@regie/contract/endpoint.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { toLocalTime } from '../contact-permission/local-time.ts'
import { resumable } from '../cases/many/batch-cases.ts'
import { findBatchStatus } from './batch-queries.ts'

type Numbers = ResponseOf<typeof batchApi.question>

/** The exact numbers behind "are you sure": how many cases and messages a pause, resume, close or reopen is about. */
export async function batchQuestion({ pool, clock }: Services, caller: Caller, batchId: number): Promise<Numbers> {
  const { customerId, status } = await findBatchStatus(pool, caller, batchId)
  // What the batch's own closing closed is only asked about while it is closed: it looks at the cases.
  const { rows } = await pool.query<Numbers>(
    `select k.open, k.paused,
      (select count(*) from cases where customer_id = $1 and batch_id = $2 and ${resumable}) as resumable,
      (select count(*) from outbox m
        where m.channel in ('email', 'sms', 'call', 'whatsapp')
          and m.customer_id = $1
          and m.batch_id = $2
          and m.state <> 'started') as "queuedMessages",
      (select count(*)
        from payment_links l
        where l.customer_id = $1
          and l.batch_id = $2
          and l.state not in ('paid', 'expired')
          and l.ended_at is null) as "openPaymentLinks",
      coalesce(c.closed, 0) as "closedByBatch", coalesce(c.paused, 0) as "pausedBeforeClosing",
      coalesce(c.expired, 0) as expired
    from batch_counters k
    left join lateral (select count(*) as closed, count(*) filter (where paused_before_closing) as paused,
        count(*) filter (where expires_on < $4::date) as expired
      from cases where customer_id = $1 and batch_id = $2 and status = 'closed' and closed_by_batch) c on $3
    where k.customer_id = $1 and k.batch_id = $2`,
    [customerId, batchId, status === 'closed', toLocalTime(clock.now()).date],
  )
  return (
    rows[0] ?? {
      open: 0,
      paused: 0,
      resumable: 0,
      queuedMessages: 0,
      openPaymentLinks: 0,
      closedByBatch: 0,
      pausedBeforeClosing: 0,
      expired: 0,
    }
  )
}
