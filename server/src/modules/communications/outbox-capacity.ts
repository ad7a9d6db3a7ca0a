import { channelTable } from '@regie/contract/channels.ts'
import { sql } from 'kysely'
import type { SendChannel } from '../../gateways/gateways.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { withKeptPlans } from '../../platform/db/prepared.ts'
import { linesOfBatches } from '../case-runs/run-selection.ts'
import { findPaced, mayBegin } from '../dialing/paced-scripts.ts'

/**
 * How many more of a channel a script may have now: free lines, or what is left of its SMS of this hour. `begin`: how many of those it may begin by itself,
 * where its agents pace it. `own`: batches with lines of their own, and how many of those are free.
 */
export type Capacity = { customerId: number; scriptId: number; free: number; begin: number; own: { batchId: number; free: number }[] }

/**
 * The capacities of the scripts with open batches. Their rows stay locked until the claim is committed, so that two engines never fill the same capacity;
 * a script that another engine holds is left out. Null: this channel has no limit.
 */
export async function lockCapacities(tx: Transaction, channel: SendChannel, now: Date): Promise<Capacity[] | null> {
  const { capacity } = channelTable[channel]
  if (capacity === null) return null
  // Each script that has something due is locked first; the counting below then sees all that was committed before.
  const scripts = await sql<{ customer_id: number; id: number; max: number }>`
    select s.customer_id, s.id, ${capacity === 'lines' ? sql.ref('s.max_lines') : sql.ref('s.sms_per_hour')} as max
    from scripts s
    where s.active and exists (
      select from batches b
      where b.customer_id = s.customer_id and b.script_id = s.id and b.status in ('open', 'paused') and exists (
        select from outbox o
        where o.channel = ${channel}
          and o.customer_id = b.customer_id
          and o.batch_id = b.id
          and o.state = 'queued'
          and o.next_at <= ${now}))
    order by s.id for no key update of s skip locked`.execute(tx)
  if (scripts.rows.length === 0) return []
  const ids = scripts.rows.map((script) => script.id)
  if (capacity === 'lines') return linesOf(tx, scripts.rows, now)
  const used = await countSmsOfHour(tx, ids, now)
  return scripts.rows.map(({ customer_id, id, max }) => {
    const free = max - (used.get(id) ?? 0)
    return { customerId: customer_id, scriptId: id, free, begin: free, own: [] }
  })
}

type Script = { customer_id: number; id: number; max: number }

async function linesOf(tx: Transaction, scripts: readonly Script[], now: Date): Promise<Capacity[]> {
  const { rows } = await sql<{ scriptId: number; batchId: number; ownLines: number | null; used: number }>`
    with used as (select customer_id, batch_id, count(*)::int as used from (${linesOfBatches}) u group by 1, 2)
    select b.script_id as "scriptId", b.id as "batchId", b.own_lines as "ownLines", coalesce(u.used, 0) as used
    from batches b left join used u on u.customer_id = b.customer_id and u.batch_id = b.id
    where b.script_id = any(${scripts.map((script) => script.id)})
      and (u.used > 0 or (b.own_lines is not null and b.status in ('open', 'paused')))`.execute(tx)
  const customerIds = [...new Set(scripts.map((script) => script.customer_id))]
  const ours = await lockDialing(tx, customerIds)
  const paced = await withKeptPlans(() => findPaced(tx, customerIds, now))
  const begins = mayBegin(paced)
  return scripts.map(({ customer_id, id, max }) => {
    const batches = rows.filter((row) => row.scriptId === id)
    const own = batches.flatMap(({ batchId, ownLines, used }) => (ownLines === null ? [] : [{ batchId, free: ownLines - used }]))
    const free = max - batches.reduce((sum, { used }) => sum + used, 0)
    return {
      customerId: customer_id,
      scriptId: id,
      free,
      begin: begins.has(id) && !ours.has(customer_id) ? 0 : Math.min(free, begins.get(id) ?? free),
      own,
    }
  })
}

/** Scripts of one customer share its agents: one engine at a time gives them calls. Answers for which customers that is us, until the claim is committed. */
async function lockDialing(tx: Transaction, customerIds: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number; mine: boolean }>`
    select id::float8 as id, pg_try_advisory_xact_lock(hashtextextended('dialing ' || id, 0)) as mine
    from unnest(${customerIds}::bigint[]) as asked(id)`.execute(tx)
  return new Set(rows.filter(({ mine }) => mine).map(({ id }) => id))
}

async function countSmsOfHour(tx: Transaction, scriptIds: number[], now: Date): Promise<Map<number, number>> {
  // Started within the hour, and claimed by an engine that will start it now. Two reads, each over an index of its own.
  const { rows } = await sql<{ script_id: number; used: number }>`
    with wanted as (select customer_id, id from scripts where id = any(${scriptIds})),
    used as (
      select c.customer_id, c.batch_id from communications c
      where c.customer_id in (select customer_id from wanted)
        and c.sms_started_at > ${now}::timestamptz - interval '1 hour'
      union all
      select customer_id, batch_id from outbox
      where uses_capacity
        and channel = 'sms'
        and (state <> 'queued' or started_at > ${now}::timestamptz - interval '1 hour'))
    select b.script_id, count(*) as used
    from used u join batches b on b.customer_id = u.customer_id and b.id = u.batch_id
    where b.script_id = any(${scriptIds}) group by b.script_id`.execute(tx)
  return new Map(rows.map((row) => [row.script_id, row.used]))
}
