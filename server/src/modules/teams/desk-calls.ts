import { sql } from 'kysely'
import { publish } from '../../live/publish.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { endListening } from './call-listeners.ts'

type CallRef = { customerId: number; id: number }
type DeskRef = CallRef & { userId: number }
type Opened = DeskRef & { caseId: number | null; queueId: number | null; beganAt: Date | null }

const publishChange = (tx: Transaction, { customerId, userId }: Omit<DeskRef, 'id'>) =>
  publish(tx, { kind: 'agent.changed', customerId, userId })

/** Shows a call at the desk of an agent: one that rings (`beganAt` null) or one that they have. Who gets the same call back has it anew; who it is stays known. */
export async function openDeskCall(tx: Transaction, { customerId, id, userId, caseId, queueId, beganAt }: Opened): Promise<void> {
  await sql`
    insert into desk_calls as d (customer_id, communication_id, user_id, case_id, queue_id, began_at)
    values (${customerId}, ${id}, ${userId}, ${caseId}, ${queueId}, ${beganAt})
    on conflict (customer_id, communication_id, user_id) do update
    set queue_id = excluded.queue_id, began_at = excluded.began_at, ended_at = null, finished_at = null, missed = false,
      returned_at = null,
      note = case when d.finished_at is null then d.note else '' end`.execute(tx)
  await publishChange(tx, { customerId, userId })
}

/** What ends with a call: nobody is muted or held any more, and the seconds of the hold that was on are added. */
const ended = (at: Date) => sql`
  ended_at = greatest(${at}::timestamptz, began_at), muted = false, held_at = null, left_at = null,
  hold_seconds = hold_seconds + coalesce(greatest(0, round(extract(epoch from ${at}::timestamptz - held_at))), 0)::int`

/** A call is over: at every desk at which it stands. */
export async function endDeskCalls(tx: Transaction, { customerId, id }: CallRef, at: Date): Promise<void> {
  const { rows } = await sql<{ userId: number }>`
    update desk_calls
    set ${ended(at)}
    where customer_id = ${customerId} and communication_id = ${id} and ended_at is null
    returning user_id as "userId"`.execute(tx)
  for (const { userId } of rows) await publishChange(tx, { customerId, userId })
  if (rows.length > 0) await endListening(tx, { customerId, id }, at)
}

/** One agent has it no more: they passed it on. */
export async function endDeskCall(tx: Transaction, { customerId, id, userId }: DeskRef, at: Date): Promise<void> {
  await sql`
    update desk_calls
    set ${ended(at)}
    where customer_id = ${customerId} and communication_id = ${id} and user_id = ${userId} and ended_at is null`.execute(tx)
  await publishChange(tx, { customerId, userId })
  // Who listened heard this agent; not whoever comes after them.
  await endListening(tx, { customerId, id }, at)
}

/** They picked up the phone that rang for it. */
export async function beginDeskCall(tx: Transaction, { customerId, id, userId }: DeskRef, at: Date): Promise<void> {
  await sql`
    update desk_calls
    set began_at = ${at}
    where customer_id = ${customerId} and communication_id = ${id} and user_id = ${userId} and ended_at is null
      and began_at is null`.execute(tx)
  await publishChange(tx, { customerId, userId })
}

/** The page by which an agent talks is gone; what was said of it before they came back changes nothing. */
export async function leaveDeskCall(tx: Transaction, { customerId, id }: CallRef, at: Date): Promise<void> {
  const { rows } = await sql<{ userId: number }>`
    update desk_calls
    set left_at = ${at}
    where customer_id = ${customerId} and communication_id = ${id} and ended_at is null and began_at is not null
      and left_at is null and (returned_at is null or returned_at < ${at})
    returning user_id as "userId"`.execute(tx)
  for (const { userId } of rows) await publishChange(tx, { customerId, userId })
}

/** It is there again, and they talk on. */
export async function returnToDeskCall(tx: Transaction, { customerId, id }: CallRef, at: Date): Promise<void> {
  const { rows } = await sql<{ userId: number }>`
    update desk_calls
    set left_at = null, returned_at = ${at}
    where customer_id = ${customerId} and communication_id = ${id} and ended_at is null and began_at is not null
      and (returned_at is null or returned_at < ${at})
    returning user_id as "userId"`.execute(tx)
  for (const { userId } of rows) await publishChange(tx, { customerId, userId })
}

/** Their phone rang out: it was put through to them, and there is nothing to write down. */
export async function missDeskCall(tx: Transaction, { customerId, id, userId }: DeskRef, at: Date): Promise<void> {
  await sql`
    update desk_calls
    set ${ended(at)}, missed = true, finished_at = greatest(${at}::timestamptz, began_at)
    where customer_id = ${customerId} and communication_id = ${id} and user_id = ${userId} and ended_at is null`.execute(tx)
  await publishChange(tx, { customerId, userId })
}

/** The exchange could not put it through: nobody had it. */
export async function withdrawDeskCall(tx: Transaction, { customerId, id }: CallRef): Promise<void> {
  const { rows } = await sql<{ userId: number }>`
    delete from desk_calls
    where customer_id = ${customerId} and communication_id = ${id} and ended_at is null
    returning user_id as "userId"`.execute(tx)
  for (const { userId } of rows) await publishChange(tx, { customerId, userId })
}

/** Calls of which nobody told that they are over end at the desk too. Answers how many. */
export async function sweepDeskCalls(db: Db, now: Date): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<CallRef>`
      select d.customer_id as "customerId", d.communication_id as id
      from desk_calls d
      join communications m on m.customer_id = d.customer_id and m.id = d.communication_id
      where d.ended_at is null and not m.in_air and m.state <> 'queued'
      for update of d skip locked`.execute(tx)
    for (const call of rows) await endDeskCalls(tx, call, now)
    return rows.length
  })
}
