import type { Channel } from '@regie/contract/time-windows.ts'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { liveChannel } from '../../live/publish.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import type { Room } from './outbox-rooms.ts'

export type ClaimedMessage = {
  customerId: number
  id: number
  caseId: number
  batchId: number
  channel: Channel
  recipient: string
  attempts: number
  /** Why it was held before, if it was. */
  reason: string | null
  sender: string
  subject: string
  text: string
  html: string | null
}

type Claim = { channel: Channel; engineId: number; limit: number; now: Date; rooms: Room[] | null }

/** Claims up to `limit` due messages, shared over the open batches by priority; with rooms, no more for a script than it has room for. */
export async function claimDue(tx: Transaction, { channel, engineId, limit, now, rooms }: Claim): Promise<ClaimedMessage[]> {
  const free = rooms?.filter((room) => room.free > 0) ?? []
  const mayAll = rooms === null
  const { rows } = await sql<ClaimedMessage>`
    with active as (
      select b.customer_id, b.id, b.script_id, b.priority, r.free
      from batches b
      join scripts s on s.customer_id = b.customer_id and s.id = b.script_id and s.active
      left join unnest(${free.map((room) => room.scriptId)}::bigint[], ${free.map((room) => room.free)}::int[]) as r(script_id, free) on r.script_id = s.id
      where (b.status = 'open' or (b.status = 'paused' and b.paused_until <= ${now})) and (${mayAll} or r.free is not null) and exists (
        select from communications c where c.channel = ${channel} and c.customer_id = b.customer_id and c.batch_id = b.id and c.state = 'queued' and c.next_at <= ${now})),
    shares as (
      select customer_id, id, least(ceil(${limit} * priority::numeric / sum(priority) over ()),
        -- What a script has room for is dealt out over its batches one by one, the higher priority first.
        case when free is null then ${limit} else free / count(*) over script + (row_number() over (partition by script_id order by priority desc, id) <= free % count(*) over script)::int end
        )::int as share
      from active window script as (partition by script_id)),
    due as (
      select m.customer_id, m.id from shares b cross join lateral (
        select c.customer_id, c.id from communications c
        where c.channel = ${channel} and c.customer_id = b.customer_id and c.batch_id = b.id and c.state = 'queued' and c.next_at <= ${now}
        order by c.next_at, c.id limit b.share for update skip locked) m),
    claimed as (
      update communications c set state = 'claimed', owner = ${engineId} from due
      where c.customer_id = due.customer_id and c.id = due.id returning c.*)
    select c.customer_id as "customerId", c.id, c.case_id as "caseId", c.batch_id as "batchId", c.channel, c.recipient, c.attempts, c.reason, t.sender, t.subject, t.text, t.html
    from claimed c
    join communication_contents t on t.customer_id = c.customer_id and t.communication_id = c.id and t.queued_at = c.queued_at
    order by c.next_at, c.id`.execute(tx)
  return rows
}

export type HeldMessage = ClaimedMessage & { nextAt: Date | null; lookAt: Date; isFinal: boolean; isNew: boolean }

/** Claimed messages that may not go: back into the queue until they may, or cancelled for good. What is new is told once. */
export async function putBack(tx: Transaction, held: readonly HeldMessage[], now: Date): Promise<void> {
  await sql`
    with held as (select * from unnest(${held.map((m) => m.customerId)}::bigint[], ${held.map((m) => m.id)}::bigint[], ${held.map((m) => m.reason)}::text[],
      ${held.map((m) => m.nextAt)}::timestamptz[], ${held.map((m) => m.lookAt)}::timestamptz[], ${held.map((m) => m.isFinal)}::boolean[], ${held.map((m) => m.isNew)}::boolean[])
      as h(customer_id, id, reason, next_at, look_at, is_final, is_new)),
    changed as (
      update communications c set state = case when h.is_final then 'cancelled' else 'queued' end, owner = null, reason = h.reason, next_at = coalesce(h.next_at, h.look_at)
      from held h where c.customer_id = h.customer_id and c.id = h.id
      returning c.customer_id, c.case_id, c.batch_id, c.id, c.channel, c.simulated, h.reason, h.next_at, h.is_final, h.is_new),
    told as (
      insert into timeline (customer_id, case_id, at, kind, event, params, communication_id, simulated)
      select customer_id, case_id, ${now}, case when is_final then ${kindOf} else 'held' end, case when is_final then ${kindOf} || 'Cancelled' else 'held' end,
        jsonb_strip_nulls(jsonb_build_object('reason', reason, 'channel', channel, 'nextAt', to_char(next_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))), id, simulated
      from changed where is_new or is_final)
    select ${tellOfCase} from changed where is_new or is_final`.execute(tx)
}

const kindOf = sql`case channel when 'mail' then 'email' else channel end`
const tellOfCase = sql`pg_notify(${liveChannel}, json_build_object('kind', 'case.changed', 'customerId', customer_id, 'batchId', batch_id, 'caseId', case_id)::text)`

/** What became of a message: `started` from claimed, the others from started. `queued` is a retry of what is known not to have left. */
export type Mark = {
  customerId: number
  id: number
  state: 'started' | 'sent' | 'refused' | 'failed' | 'unknown' | 'queued'
  providerRef?: string | undefined
  reason?: string | undefined
  nextAt?: Date | undefined
}

/**
 * Writes many marks at once; answers the ids that took theirs. A message that was cancelled, paused or taken over meanwhile keeps its state:
 * whoever asked to start it then must not. A late `sent` is believed over an `unknown` of our own.
 */
export async function writeMarks(pool: Pool, engineId: number, marks: readonly Mark[], now: Date): Promise<Set<number>> {
  const values = [
    marks.map((m) => m.customerId),
    marks.map((m) => m.id),
    marks.map((m) => m.state),
    marks.map((m) => m.providerRef ?? null),
    marks.map((m) => m.reason ?? null),
    marks.map((m) => m.nextAt ?? null),
    engineId,
    now,
  ]
  const { rows } = await pool.query<{ id: number | null }>({ name: 'write-marks', text: marksText, values })
  return new Set(rows.flatMap(({ id }) => (id === null ? [] : [id])))
}

// Runs a thousand times a second, so it is prepared once for each connection: planning it cost more than running it.
const marksText = `
  with marks as (
    select * from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::timestamptz[]) as m(customer_id, id, state, provider_ref, reason, next_at)),
  marked as (
    update communications c set state = m.state, reason = m.reason, provider_ref = coalesce(m.provider_ref, c.provider_ref), next_at = coalesce(m.next_at, c.next_at),
      owner = case when m.state in ('started', 'unknown') then c.owner end, attempts = c.attempts + (m.state = 'started')::int,
      started_at = case when m.state = 'started' then $8::timestamptz else c.started_at end, sent_at = case when m.state = 'sent' then $8 else c.sent_at end
    from marks m
    where c.customer_id = m.customer_id and c.id = m.id and c.owner = $7
      and case when m.state = 'started' then c.state = 'claimed'
          and exists (select from batches b where b.customer_id = c.customer_id and b.id = c.batch_id and (b.status = 'open' or (b.status = 'paused' and b.paused_until <= $8)))
          and exists (select from cases k where k.customer_id = c.customer_id and k.id = c.case_id and (k.status = 'open' or (k.status = 'paused' and k.paused_until <= $8)))
        else c.state in ('started', 'unknown') end
    returning c.customer_id, c.id, c.case_id, c.batch_id, c.channel, c.state, c.simulated, m.reason),
  told as (
    insert into timeline (customer_id, case_id, at, kind, event, params, communication_id, simulated)
    select customer_id, case_id, $8, kind, kind || case state when 'sent' then case channel when 'call' then 'Started' else 'Sent' end when 'unknown' then 'Unknown' else 'Failed' end,
      jsonb_strip_nulls(jsonb_build_object('reason', reason)), id, simulated
    from (select *, case channel when 'mail' then 'email' else channel end as kind from marked where state in ('sent', 'refused', 'failed', 'unknown')) m)
  select id, case when state <> 'started' then
    pg_notify('${liveChannel}', json_build_object('kind', 'case.changed', 'customerId', customer_id, 'batchId', batch_id, 'caseId', case_id)::text) end from marked
  union all
  select null, pg_notify('${liveChannel}', json_build_object('kind', 'batch.changed', 'customerId', customer_id, 'batchId', batch_id)::text)
  from (select distinct customer_id, batch_id from marked where state in ('sent', 'unknown')) b`

/** Gives claimed messages back unsent: this engine stops, or held them for too long. */
export async function releaseMessages(db: Db, engineId: number, messages: readonly { customerId: number; id: number }[]): Promise<void> {
  if (messages.length === 0) return
  await sql`
    update communications c set state = 'queued', owner = null
    from unnest(${messages.map((m) => m.customerId)}::bigint[], ${messages.map((m) => m.id)}::bigint[]) as m(customer_id, id)
    where c.customer_id = m.customer_id and c.id = m.id and c.owner = ${engineId} and c.state = 'claimed'`.execute(db)
}
