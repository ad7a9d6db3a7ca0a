import { sql } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'

/** How many more of a channel a script may have now: free lines, or what is left of its SMS of this hour. */
export type Room = { customerId: number; scriptId: number; free: number }

/**
 * The rooms of the scripts with open batches. Their rows stay locked until the claim is committed, so that two engines never fill the same room;
 * a script that another engine holds is left out.
 */
export async function lockRooms(tx: Transaction, channel: 'sms' | 'call', now: Date): Promise<Room[]> {
  // Each script that has something due is locked first; the counting below then sees all that was committed before.
  const scripts = await sql<{ customer_id: number; id: number; max: number }>`
    select s.customer_id, s.id, ${channel === 'call' ? sql.ref('s.max_lines') : sql.ref('s.sms_per_hour')} as max
    from scripts s
    where s.active and exists (
      select from batches b where b.customer_id = s.customer_id and b.script_id = s.id and b.status in ('open', 'paused') and exists (
        select from outbox o where o.channel = ${channel} and o.customer_id = b.customer_id and o.batch_id = b.id and o.state = 'queued' and o.next_at <= ${now}))
    order by s.id for no key update of s skip locked`.execute(tx)
  if (scripts.rows.length === 0) return []
  const ids = scripts.rows.map((script) => script.id)
  const used = channel === 'call' ? await countLines(tx, ids) : await countSmsOfHour(tx, ids, now)
  return scripts.rows.map(({ customer_id, id, max }) => ({ customerId: customer_id, scriptId: id, free: max - (used.get(id) ?? 0) }))
}

async function countLines(tx: Transaction, scriptIds: number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ script_id: number; used: number }>`
    with used as (
      select customer_id, batch_id from outbox where uses_room and channel = 'call' and state <> 'queued'
      union all
      select customer_id, batch_id from communications where in_air)
    select b.script_id, count(*) as used
    from used u join batches b on b.customer_id = u.customer_id and b.id = u.batch_id
    where b.script_id = any(${scriptIds}) group by b.script_id`.execute(tx)
  return new Map(rows.map((row) => [row.script_id, row.used]))
}

async function countSmsOfHour(tx: Transaction, scriptIds: number[], now: Date): Promise<Map<number, number>> {
  // Started within the hour, and claimed by an engine that will start it now. Two reads, each over an index of its own.
  const { rows } = await sql<{ script_id: number; used: number }>`
    with wanted as (select customer_id, id from scripts where id = any(${scriptIds})),
    used as (
      select c.customer_id, c.batch_id from communications c
      where c.customer_id in (select customer_id from wanted) and c.sms_started_at > ${now}::timestamptz - interval '1 hour'
      union all
      select customer_id, batch_id from outbox
      where uses_room and channel = 'sms' and (state <> 'queued' or started_at > ${now}::timestamptz - interval '1 hour'))
    select b.script_id, count(*) as used
    from used u join batches b on b.customer_id = u.customer_id and b.id = u.batch_id
    where b.script_id = any(${scriptIds}) group by b.script_id`.execute(tx)
  return new Map(rows.map((row) => [row.script_id, row.used]))
}
