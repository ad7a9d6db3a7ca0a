import type { WrittenChannel } from '@regie/contract/manual-messages.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import { recordTimeline } from '../../timeline/record-timeline.ts'

type Cancelling = { customerId: number; byUser: string; at: Date }
type Cancelled = { id: number; caseId: number; batchId: number }

/**
 * Takes written messages back that have not begun to leave, and answers which. A sender marks a message started only while it stands in the outbox as
 * claimed, so that nothing leaves after the commit.
 */
export async function cancelMessages(
  tx: Transaction,
  { customerId, byUser, at }: Cancelling,
  ids: readonly number[],
): Promise<Cancelled[]> {
  const { rows } = await sql<Cancelled & { channel: WrittenChannel; simulated: boolean }>`
    with stopped as (
      delete from outbox o
      where o.customer_id = ${customerId} and o.communication_id = any(${ids}::bigint[]) and o.state <> 'started'
      returning o.communication_id, o.attempts, o.started_at)
    update communications c
    set state = 'cancelled', attempts = s.attempts, started_at = s.started_at
    from stopped s
    where c.customer_id = ${customerId} and c.id = s.communication_id
    returning c.id, c.case_id as "caseId", c.batch_id as "batchId", c.channel, c.simulated`.execute(tx)
  if (rows.length === 0) return []
  await recordTimeline(
    tx,
    rows.map(({ id, caseId, channel, simulated }) => ({
      ...{ customerId, caseId, communicationId: id, simulated, byUser, at },
      event: `${channel}Cancelled` as const,
    })),
  )
  return rows
}
