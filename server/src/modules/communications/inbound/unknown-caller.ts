import { sql } from 'kysely'
import type { DeliveryUpdate } from '../../../gateways/message-gateway.ts'
import { publish } from '../../../live/publish.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { endListening } from '../../teams/call-listeners.ts'
import { endDeskCalls } from '../../teams/desk-calls.ts'
import { isReturn, recordReturn } from '../queue/agent-returns.ts'
import { answerOffer, missOffer } from '../queue/offers.ts'
import { leaveQueue } from '../queue/queue-calls.ts'

type CallRef = { customerId: number; id: number }

/** News of a call of which no case is known: it waits in the queue of the number that was called, is answered, and ends; of no case anything is said. */
export async function recordUnknownNews(
  tx: Transaction,
  { customerId, id }: CallRef,
  update: Omit<DeliveryUpdate, 'providerRef'>,
  isNews: () => Promise<boolean>,
): Promise<void> {
  const call = { customerId, id, caseId: null, batchId: null }
  if (update.state === 'live') {
    if (update.live === 'transferring') await enterQueueOfNumber(tx, call, update.at)
    return
  }
  if (!(await isNews())) return
  if (update.state === 'talking') return void (await answerOffer(tx, call, update.at))
  if (isReturn(update.state)) return recordReturn(tx, call, update.state, update.at)
  if (update.state === 'agentMissed') return missOffer(tx, call, update.at)
  if (update.state === 'listenerGone') return endListening(tx, call, update.at)
  const state = update.state === 'transferred' ? 'answered' : update.state
  const { rows } = await sql`
    update communications
    set delivery = ${state}, delivered_at = ${update.at}, reason = coalesce(${update.reason ?? null}, reason)
    where customer_id = ${customerId} and id = ${id} and delivery is null
    returning id`.execute(tx)
  if (rows.length === 0) return
  await leaveQueue(tx, call, update.at)
  await endDeskCalls(tx, call, update.at)
}

/** Once: said again it changes nothing. */
async function enterQueueOfNumber(tx: Transaction, { customerId, id }: CallRef, at: Date): Promise<void> {
  const { rows } = await sql<{ queueId: number }>`
    insert into queue_calls (customer_id, communication_id, queue_id, state, entered_at, inbound)
    select m.customer_id, m.id, n.queue_id, 'waiting', ${at}, true
    from communications m
    join communication_contents t on t.customer_id = m.customer_id and t.communication_id = m.id
      and t.queued_at = m.queued_at
    join queue_numbers n on n.customer_id = m.customer_id and n.number = t.sender
    where m.customer_id = ${customerId} and m.id = ${id} and m.in_air and m.case_id is null
    on conflict (customer_id, communication_id, leg) do nothing
    returning queue_id as "queueId"`.execute(tx)
  for (const { queueId } of rows) await publish(tx, { kind: 'queue.changed', customerId, queueId })
}
