import type { DeliveryUpdate } from '../../../gateways/message-gateway.ts'
import { sql } from 'kysely'
import { publish } from '../../../live/publish.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { queueLiveAgain } from '../../case-runs/live-cases.ts'
import { setAgentStatus } from '../../teams/agent-status.ts'
import { endDeskCall, leaveDeskCall, returnToDeskCall } from '../../teams/desk-calls.ts'

/** Whoever is unknown has no case. */
type Left = { customerId: number; id: number; caseId: number | null; batchId: number | null }

const returns = ['agentLeft', 'agentBack', 'agentLost'] as const
type Return = (typeof returns)[number]

export const isReturn = (state: DeliveryUpdate['state']): state is Return => returns.some((one) => one === state)

/** News of an agent whose page is gone, came back, or did not. */
export async function recordReturn(tx: Transaction, call: Left, state: Return, at: Date): Promise<void> {
  if (state === 'agentLeft') await leaveDeskCall(tx, call, at)
  else if (state === 'agentBack') await returnToDeskCall(tx, call, at)
  else await returnToQueue(tx, call, at)
}

/**
 * The page did not come back in time. The agent's part is over and counts as handled, they are away until they say otherwise, and the person goes before
 * all who wait in the queue. A call by hand is for nobody else: the exchange ends it. Of an agent who has it no more nothing changes.
 */
async function returnToQueue(tx: Transaction, { customerId, id, caseId, batchId }: Left, at: Date): Promise<void> {
  const { rows } = await sql<{ userId: number; queueId: number }>`
    with mine as (
      update queue_calls q
      set state = 'done', ended_at = greatest(${at}::timestamptz, q.answered_at)
      from desk_calls d
      where q.customer_id = ${customerId} and q.communication_id = ${id} and q.state = 'answered'
        and q.rings_until is null and d.customer_id = q.customer_id and d.communication_id = q.communication_id
        and d.user_id = q.user_id and d.ended_at is null and d.left_at <= ${at}
      returning q.queue_id, q.user_id)
    select user_id as "userId", queue_id as "queueId" from mine`.execute(tx)
  for (const { userId, queueId } of rows) {
    await sql`
      insert into queue_calls (customer_id, communication_id, leg, case_id, queue_id, state, entered_at, inbound,
        returned)
      select customer_id, communication_id, max(leg) + 1, ${caseId}, ${queueId}, 'waiting', ${at},
        bool_or(inbound), true
      from queue_calls
      where customer_id = ${customerId} and communication_id = ${id}
      group by customer_id, communication_id`.execute(tx)
    await endDeskCall(tx, { customerId, id, userId }, at)
    await setAgentStatus(tx, { customerId, userId }, { to: 'away', cause: 'gone', at, keep: { afterCall: null } })
    await publish(tx, { kind: 'queue.changed', customerId, queueId })
    if (caseId === null || batchId === null) continue
    await queueLiveAgain(tx, { customerId, caseId }, at)
    await publish(tx, { kind: 'case.changed', customerId, batchId, caseId })
  }
}
