import { sql } from 'kysely'
import { publish } from '../../../live/publish.ts'
import type { Db, Transaction } from '../../../platform/db/database.ts'
import { endDeskCalls, withdrawDeskCall } from '../../teams/desk-calls.ts'

type CallRef = { customerId: number; id: number }

/** May who picks up calls of a batch be put through to an agent: may its script put anybody through, to a queue that somebody answers? */
export async function hasQueue(db: Db, { customerId, batchId }: { customerId: number; batchId: number }): Promise<boolean> {
  const { rows } = await sql`
    select
    from batches b
    join queue_scripts s on s.customer_id = b.customer_id and s.script_id = b.script_id
    join scripts r on r.customer_id = b.customer_id and r.id = b.script_id and r.max_transfers > 0
    where b.customer_id = ${customerId} and b.id = ${batchId}
      and exists (select from queue_members m where m.customer_id = s.customer_id and m.queue_id = s.queue_id)`.execute(db)
  return rows.length > 0
}

/**
 * Somebody wants an agent: they wait in the queue of the script that called, or are refused when as many wait as the script may put through at once
 * (`end-refused.ts` ends that call). Once: said again it changes nothing.
 */
export async function enterQueue(tx: Transaction, { customerId, id }: CallRef, at: Date): Promise<void> {
  // Its row is kept, so that two who ask at once are counted one after the other.
  const { rows: scripts } = await sql<{ scriptId: number; queueId: number; most: number }>`
    select s.script_id as "scriptId", s.queue_id as "queueId", r.max_transfers as most
    from communications m
    join batches b on b.customer_id = m.customer_id and b.id = m.batch_id
    join queue_scripts s on s.customer_id = b.customer_id and s.script_id = b.script_id
    join scripts r on r.customer_id = s.customer_id and r.id = s.script_id
    where m.customer_id = ${customerId} and m.id = ${id}
    for update of s`.execute(tx)
  const [script] = scripts
  if (!script) return
  const { rows } = await sql<{ queueId: number }>`
    with standing as (
      select count(*) >= ${script.most} as full
      from queue_calls q
      join communications o on o.customer_id = q.customer_id and o.id = q.communication_id
      join batches b on b.customer_id = o.customer_id and b.id = o.batch_id and b.script_id = ${script.scriptId}
      where q.customer_id = ${customerId} and q.queue_id = ${script.queueId}
        and (q.state = 'waiting' or q.rings_until is not null))
    insert into queue_calls (customer_id, communication_id, case_id, queue_id, state, entered_at, ended_at, refused,
      inbound)
    select m.customer_id, m.id, m.case_id, ${script.queueId}, case when r.refused then 'abandoned' else 'waiting' end,
      ${at}, case when r.refused then ${at}::timestamptz end, r.refused, m.inbound
    from communications m
    cross join standing s
    -- How many a script may put through says nothing of those who call us.
    cross join lateral (select s.full and not m.inbound as refused) r
    where m.customer_id = ${customerId} and m.id = ${id} and m.in_air
    on conflict (customer_id, communication_id, leg) do nothing
    returning queue_id as "queueId"`.execute(tx)
  for (const { queueId } of rows) await publish(tx, { kind: 'queue.changed', customerId, queueId })
}

/**
 * The call is over. How it left its queue: answered by an agent, or hung up or refused before, also while the phone of an agent rang; null: it was in
 * none.
 */
export async function leaveQueue(tx: Transaction, { customerId, id }: CallRef, at: Date): Promise<'done' | 'abandoned' | null> {
  const { rows } = await sql<{ queueId: number; state: 'done' | 'abandoned'; rang: boolean }>`
    with standing as (
      select leg, rings_until is not null as rang
      from queue_calls
      where customer_id = ${customerId} and communication_id = ${id} and (state in ('waiting', 'answered') or refused)
      for update)
    update queue_calls q
    set state = case when state = 'answered' and rings_until is null then 'done' else 'abandoned' end,
      answered_at = case when rings_until is null then answered_at end,
      user_id = case when rings_until is null then user_id end,
      rings_until = null,
      ended_at = case when refused then ended_at else greatest(${at}, entered_at) end
    from standing s
    where q.customer_id = ${customerId} and q.communication_id = ${id} and q.leg = s.leg
    returning q.queue_id as "queueId", q.state, s.rang`.execute(tx)
  const [left] = rows
  if (!left) return null
  // Whose phone rang had nobody at it: there is nothing to write down.
  if (left.rang) await withdrawDeskCall(tx, { customerId, id })
  await publish(tx, { kind: 'queue.changed', customerId, queueId: left.queueId })
  return left.state === 'done' || (await wasAnsweredBefore(tx, { customerId, id })) ? 'done' : 'abandoned'
}

/** Did an agent talk with them before they came into the queue that they left now? */
async function wasAnsweredBefore(tx: Transaction, { customerId, id }: CallRef): Promise<boolean> {
  const { rows } = await sql`
    select from queue_calls
    where customer_id = ${customerId} and communication_id = ${id} and state = 'done'`.execute(tx)
  return rows.length > 0
}

/** They could not be put through: they wait on, in their old place, for another agent. */
export async function backToQueue(tx: Transaction, { customerId, id }: CallRef): Promise<void> {
  const { rows } = await sql<{ queueId: number }>`
    update queue_calls
    set state = 'waiting', answered_at = null, user_id = null, rings_until = null
    where customer_id = ${customerId} and communication_id = ${id} and state = 'answered'
    returning queue_id as "queueId"`.execute(tx)
  for (const { queueId } of rows) await publish(tx, { kind: 'queue.changed', customerId, queueId })
  await withdrawDeskCall(tx, { customerId, id })
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
    for (const call of rows) {
      await leaveQueue(tx, call, now)
      await endDeskCalls(tx, call, now)
    }
    return rows.length
  })
}
