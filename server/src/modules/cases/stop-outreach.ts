import type { Channel } from '@regie/contract/channels.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'
import { recordTimeline } from '../timeline/record-timeline.ts'

/**
 * Cancels what waits to go to these cases, and returns how much that was. In the transaction of the reason, so that nothing leaves after its commit:
 * a sender marks a message started only while it still stands in the outbox as claimed. What has started may be under way and is left as it is.
 * Locks in order of id, as senders do that start several at once. What an entry cancelled can be queued again by taking the entry back.
 */
export async function stopOutreach(
  tx: Transaction,
  customerId: number,
  caseIds: readonly number[],
  undoEntryId: number | null = null,
): Promise<number> {
  if (caseIds.length === 0) return 0
  const { rows } = await sql<{ case_id: number; id: number; channel: Channel; simulated: boolean }>`
    with stopping as materialized (
      select o.communication_id
      from communications c
      join outbox o on o.customer_id = c.customer_id and o.communication_id = c.id
      where c.customer_id = ${customerId} and c.case_id = any(${caseIds}::bigint[])
        and c.state = 'queued' and o.state <> 'started'
      order by o.communication_id for update of o),
    stopped as (
      delete from outbox o using stopping s
      where o.customer_id = ${customerId} and o.communication_id = s.communication_id
      returning o.communication_id, o.attempts, o.started_at)
    update communications c
    set state = 'cancelled', cancelled_by_undo_entry = ${undoEntryId}, attempts = s.attempts, started_at = s.started_at
    from stopped s where c.customer_id = ${customerId} and c.id = s.communication_id
    returning c.case_id, c.id, c.channel, c.simulated`.execute(tx)
  if (rows.length === 0) return 0
  await recordTimeline(
    tx,
    rows.map(({ case_id: caseId, id: communicationId, channel, simulated }) => ({
      ...{ customerId, caseId, communicationId, simulated },
      event: `${channel}Cancelled` as const,
    })),
  )
  return rows.length
}
