import { sql } from 'kysely'
import { publish } from '../../live/publish.ts'
import type { Transaction } from '../../platform/db/database.ts'

type CallRef = { customerId: number; id: number }

/** Who listens to a call is shown at the desk of its agent, and on the wall. */
const publishChange = (tx: Transaction, customerId: number, agentId: number | null) =>
  agentId === null ? Promise.resolve() : publish(tx, { kind: 'agent.changed', customerId, userId: agentId })

/** Somebody begins to listen to the call that an agent has. False: somebody does already. */
export async function beginListening(
  tx: Transaction,
  { customerId, id, userId, agentId }: CallRef & { userId: number; agentId: number },
  at: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into call_listeners (customer_id, communication_id, user_id, agent_id, began_at)
    values (${customerId}, ${id}, ${userId}, ${agentId}, ${at})
    on conflict (customer_id, communication_id) where ended_at is null do nothing
    returning id`.execute(tx)
  if (rows.length === 0) return false
  await publishChange(tx, customerId, agentId)
  return true
}

/** Nobody listens to a call any more: this one, or whoever did. */
export async function endListening(tx: Transaction, { customerId, id, userId }: CallRef & { userId?: number }, at: Date): Promise<void> {
  const { rows } = await sql<{ agentId: number | null }>`
    update call_listeners
    set ended_at = greatest(${at}::timestamptz, began_at)
    where customer_id = ${customerId} and communication_id = ${id} and ended_at is null
      and (${userId ?? null}::bigint is null or user_id = ${userId ?? null})
    returning agent_id as "agentId"`.execute(tx)
  for (const { agentId } of rows) await publishChange(tx, customerId, agentId)
}

/** The exchange did not ring them: they never listened. */
export async function withdrawListening(tx: Transaction, { customerId, id, userId }: CallRef & { userId: number }): Promise<void> {
  const { rows } = await sql<{ agentId: number | null }>`
    delete from call_listeners
    where customer_id = ${customerId} and communication_id = ${id} and user_id = ${userId} and ended_at is null
    returning agent_id as "agentId"`.execute(tx)
  for (const { agentId } of rows) await publishChange(tx, customerId, agentId)
}
