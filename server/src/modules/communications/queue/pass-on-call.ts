import { sql } from 'kysely'
import { publish } from '../../../live/publish.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { queueLiveAgain } from '../../case-runs/live-cases.ts'
import { setAgentStatus } from '../../teams/agent-status.ts'
import { endDeskCall } from '../../teams/desk-calls.ts'
import { recordTimeline } from '../../timeline/record-timeline.ts'

type Passed = { customerId: number; id: number; caseId: number | null; userId: number; username: string; queueId: number; queue: string }

/**
 * The exchange has taken this agent out of the call: the person waits in another queue, at its end. The agent's part is over and counts as handled. False:
 * it ended meanwhile, or the agent has it no more.
 */
export async function passOnCall(tx: Transaction, { customerId, id, caseId, userId, username, queueId, queue }: Passed, at: Date) {
  // The case first: the order in which everybody locks.
  const { rows: cases } = await sql<{ batchId: number }>`
    select batch_id as "batchId" from cases where customer_id = ${customerId} and id = ${caseId}
    for no key update`.execute(tx)
  const { rows: left } = await sql<{ queueId: number | null }>`
    with mine as (
      update queue_calls
      set state = 'done', ended_at = greatest(${at}::timestamptz, answered_at)
      where customer_id = ${customerId} and communication_id = ${id} and user_id = ${userId} and state = 'answered'
      returning queue_id),
    own as (
      update manual_calls h
      set transferred_at = ${at}
      from communications m
      where h.customer_id = ${customerId} and h.communication_id = ${id} and h.user_id = ${userId}
        and h.answered_at is not null and h.transferred_at is null
        and m.customer_id = h.customer_id and m.id = h.communication_id and m.in_air
        and not exists (select from mine)
      returning h.user_id)
    select queue_id as "queueId" from mine
    union all
    select null from own`.execute(tx)
  if (left.length === 0) return false
  await sql`
    insert into queue_calls (customer_id, communication_id, leg, case_id, queue_id, state, entered_at, inbound)
    select ${customerId}, ${id}, coalesce(max(leg), 0) + 1, ${caseId}, ${queueId}, 'waiting', ${at},
      coalesce(bool_or(inbound), false)
    from queue_calls
    where customer_id = ${customerId} and communication_id = ${id}`.execute(tx)
  if (caseId !== null) await queueLiveAgain(tx, { customerId, caseId }, at)
  await endDeskCall(tx, { customerId, id, userId }, at)
  await setAgentStatus(tx, { customerId, userId }, { to: 'cooldown', cause: 'call', at })
  if (caseId !== null) {
    const line = { customerId, caseId, event: 'callPassedOn', params: { queue }, byUser: username } as const
    await recordTimeline(tx, [{ ...line, at }])
  }
  for (const one of new Set([queueId, left[0]?.queueId ?? queueId])) await publish(tx, { kind: 'queue.changed', customerId, queueId: one })
  if (caseId !== null) for (const { batchId } of cases) await publish(tx, { kind: 'case.changed', customerId, batchId, caseId })
  return true
}
