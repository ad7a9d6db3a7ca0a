import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import { notInMaintenance } from '../../maintenance/maintenance-queries.ts'
import { busyPersons, personIsFree } from '../one-call/busy-persons.ts'
import { type ClaimedMessage, claimedMessages, noOtherCall } from '../communication-changes.ts'
import type { Capacity } from '../outbox-capacity.ts'

/** For so long somebody waits at their desk for a line; after it they are not rung up any more. */
export const waitSecondsMax = 60

type Claim = { engineId: number; now: Date; capacities: readonly Capacity[] }

/** Claims the calls that staff wait for, as far as their scripts have free lines; the first asked goes first. */
export async function claimManualCalls(tx: Transaction, { engineId, now, capacities }: Claim): Promise<ClaimedMessage[]> {
  const free = capacities.filter((capacity) => capacity.free > 0)
  if (free.length === 0 || !(await doesAnybodyWait(tx))) return []
  const { rows } = await sql<ClaimedMessage>`
    with me as materialized (select from engines where id = ${engineId} for key share),
    ${busyPersons},
    waiting as (
      select o.customer_id, o.communication_id, l.free,
        row_number() over (partition by b.script_id order by o.communication_id) as place
      from outbox o
      join manual_calls h on h.customer_id = o.customer_id and h.communication_id = o.communication_id
      join batches b on b.customer_id = o.customer_id and b.id = o.batch_id
      join unnest(${free.map((capacity) => capacity.scriptId)}::bigint[],
        ${free.map((capacity) => capacity.free)}::int[]) as l(script_id, free) on l.script_id = b.script_id
      cross join me
      where ${notInMaintenance}
        and o.manual
        and o.state = 'queued'
        and o.next_at <= ${now}
        and h.asked_at > ${now}::timestamptz - make_interval(secs => ${waitSecondsMax}) ${noOtherCall} ${personIsFree}),
    due as (
      select o.customer_id, o.communication_id
      from waiting w
      join outbox o on o.customer_id = w.customer_id and o.communication_id = w.communication_id
      where w.place <= w.free and o.state = 'queued'
      for update of o skip locked),
    claimed as (
      update outbox o set state = 'claimed', owner = ${engineId} from due
      where o.customer_id = due.customer_id and o.communication_id = due.communication_id
      returning o.customer_id, o.communication_id, o.attempts, o.next_at, o.manual,
        o.for_promise)
    ${claimedMessages}
    order by o.next_at, c.id`.execute(tx)
  return rows
}

/** Planning the claim takes much longer than this question, which mostly ends it. */
async function doesAnybodyWait(tx: Transaction): Promise<boolean> {
  const { rows } = await sql`select from outbox where manual and state = 'queued' limit 1`.execute(tx)
  return rows.length > 0
}
