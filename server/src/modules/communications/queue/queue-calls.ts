import { sql } from 'kysely'
import { publish } from '../../../live/publish.ts'
import type { Db, Transaction } from '../../../platform/db/database.ts'

type CallRef = { customerId: number; id: number }

/** May who picks up calls of a batch be put through to an agent: does its script have a queue that somebody answers? */
export async function hasQueue(db: Db, { customerId, batchId }: { customerId: number; batchId: number }): Promise<boolean> {
  const { rows } = await sql`
    select
    from batches b
    join queue_scripts s on s.customer_id = b.customer_id and s.script_id = b.script_id
    where b.customer_id = ${customerId} and b.id = ${batchId}
      and exists (select from queue_members m where m.customer_id = s.customer_id and m.queue_id = s.queue_id)`.execute(db)
  return rows.length > 0
}

/** Somebody waits for an agent, in the queue of the script that called. Once: said again it changes nothing. */
export async function enterQueue(tx: Transaction, { customerId, id }: CallRef, at: Date): Promise<void> {
  const { rows } = await sql<{ queueId: number }>`
    insert into queue_calls (customer_id, communication_id, case_id, queue_id, state, entered_at)
    select m.customer_id, m.id, m.case_id, s.queue_id, 'waiting', ${at}
    from communications m
    join batches b on b.customer_id = m.customer_id and b.id = m.batch_id
    join queue_scripts s on s.customer_id = b.customer_id and s.script_id = b.script_id
    where m.customer_id = ${customerId} and m.id = ${id}
    on conflict (customer_id, communication_id) do nothing
    returning queue_id as "queueId"`.execute(tx)
  for (const { queueId } of rows) await publish(tx, { kind: 'queue.changed', customerId, queueId })
}

/** The call is over. How it left its queue: answered by an agent, or hung up before; null: it was in none. */
export async function leaveQueue(tx: Transaction, { customerId, id }: CallRef, at: Date): Promise<'done' | 'abandoned' | null> {
  const { rows } = await sql<{ queueId: number; state: 'done' | 'abandoned' }>`
    update queue_calls
    set state = case state when 'waiting' then 'abandoned' else 'done' end, ended_at = greatest(${at}, entered_at)
    where customer_id = ${customerId} and communication_id = ${id} and state in ('waiting', 'answered')
    returning queue_id as "queueId", state`.execute(tx)
  const [left] = rows
  if (!left) return null
  await publish(tx, { kind: 'queue.changed', customerId, queueId: left.queueId })
  return left.state
}

/** Calls of which nobody will hear any more leave their queues too. Answers how many. */
export async function sweepQueues(db: Db, now: Date): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<CallRef>`
      select q.customer_id as "customerId", q.communication_id as id
      from queue_calls q
      join communications m on m.customer_id = q.customer_id and m.id = q.communication_id
      where q.state in ('waiting', 'answered') and not m.in_air
      for update of q skip locked`.execute(tx)
    for (const call of rows) await leaveQueue(tx, call, now)
    return rows.length
  })
}
