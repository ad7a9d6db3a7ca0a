import { type Channel, channels } from '@regie/contract/channels.ts'
import type { BatchStatus } from '@regie/contract/batches.ts'
import { lateAfterMs } from '@regie/contract/status.ts'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { prepared } from '../../platform/db/prepared.ts'
import type { Services } from '../../services.ts'
import { linesOfBatches } from '../case-runs/run-selection.ts'

/** What waits of one batch on one channel. */
export type QueueGroup = {
  channel: Channel
  customerId: number
  batchId: number
  batchName: string
  status: BatchStatus
  pausedUntil: string | null
  dialerOn: boolean
  scriptId: number
  scriptOn: boolean
  /** The oldest that may leave. */
  dueAt: string | null
  due: number
  later: number
  /** Why the first of those that wait for later do; `reason` null: it was planned so. */
  laterWaits: { reason: string | null; nextAt: string; attempts: number; lastTryAt: string | null }[]
}

/** No more of a batch are counted than this: the answer must not cost more where more waits. */
export const countedMax = 10_000
const sampled = 20

// From batch to batch by the index of what is due: what nobody may see and what does not wait is not read.
const groups = prepared<{ rows: QueueGroup[] }>(
  'status-queue-groups',
  `with recursive its as (
    select c.channel, k.customer_id,
      (select min(o.batch_id) from outbox o where o.channel = c.channel and o.customer_id = k.customer_id) as batch_id
    from unnest($1::text[]) as c(channel), unnest($2::bigint[]) as k(customer_id)
    union all
    select i.channel, i.customer_id,
      (select min(o.batch_id)
        from outbox o
        where o.channel = i.channel and o.customer_id = i.customer_id and o.batch_id > i.batch_id)
    from its i
    where i.batch_id is not null)
  select coalesce(json_agg(json_build_object('channel', i.channel, 'customerId', i.customer_id, 'batchId', b.id,
      'batchName', b.name, 'status', b.status, 'pausedUntil', b.paused_until, 'dialerOn', b.dialer_on,
      'scriptId', s.id, 'scriptOn', s.active, 'dueAt', d.first_at, 'due', d.count, 'later', l.count,
      'laterWaits', l.waits)), '[]') as rows
  from its i
  join batches b on b.customer_id = i.customer_id and b.id = i.batch_id
  join scripts s on s.customer_id = b.customer_id and s.id = b.script_id
  cross join lateral (
    select min(o.next_at) as first_at, count(*)::int as count
    from (
      select o.next_at
      from outbox o
      where o.channel = i.channel and o.customer_id = i.customer_id and o.batch_id = i.batch_id
        and o.next_at <= $3
      order by o.next_at, o.communication_id
      limit ${countedMax}) o) d
  cross join lateral (
    select
      (select count(*)::int
        from (
          select
          from outbox o
          where o.channel = i.channel and o.customer_id = i.customer_id and o.batch_id = i.batch_id
            and o.next_at > $3
          limit ${countedMax}) more) as count,
      (select coalesce(json_agg(json_build_object('reason', w.reason, 'nextAt', w.next_at, 'attempts', w.attempts,
          'lastTryAt', w.started_at)), '[]')
        from (
          select c.reason, f.attempts, min(f.next_at) as next_at, max(f.started_at) as started_at
          from (
            select o.customer_id, o.communication_id, o.next_at, o.attempts, o.started_at
            from outbox o
            where o.channel = i.channel and o.customer_id = i.customer_id and o.batch_id = i.batch_id
              and o.next_at > $3
            order by o.next_at, o.communication_id
            limit ${sampled}) f
          join communications c on c.customer_id = f.customer_id and c.id = f.communication_id
          group by c.reason, f.attempts) w) as waits) l
  where i.batch_id is not null`,
)

/** What waits of these customers, by channel and batch. */
export async function listQueueGroups(pool: Pool, customerIds: readonly number[], now: Date): Promise<QueueGroup[]> {
  const [found] = await groups(pool, [channels, customerIds, now])
  return found?.rows ?? []
}

/** Of these scripts those that have used all of what an hour or their lines allow: `call 12`, `sms 7`. */
export async function findAtTheirMost({ db }: Pick<Services, 'db'>, asked: readonly QueueGroup[], now: Date): Promise<Set<string>> {
  const idsOf = (channel: Channel) => [...new Set(asked.filter((one) => one.channel === channel).map(({ scriptId }) => scriptId))]
  const [sms, calls] = [idsOf('sms'), idsOf('call')]
  if (sms.length === 0 && calls.length === 0) return new Set()
  const { rows } = await sql<{ key: string }>`
    select 'sms ' || s.id as key
    from scripts s
    where s.id = any(${sms}::bigint[]) and s.sms_per_hour <= (
      select count(*)
      from communications c
      join batches b on b.customer_id = c.customer_id and b.id = c.batch_id
      where c.customer_id = s.customer_id and b.script_id = s.id
        and c.sms_started_at > ${now}::timestamptz - interval '1 hour')
    union all
    select 'call ' || s.id
    from scripts s
    where s.id = any(${calls}::bigint[]) and s.max_lines <= (
      select count(*)
      from (${linesOfBatches}) u
      join batches b on b.customer_id = u.customer_id and b.id = u.batch_id
      where b.script_id = s.id)`.execute(db)
  return new Set(rows.map(({ key }) => key))
}

/** Would this be late if nothing of ours held it back? */
export const isOverdue = ({ dueAt }: QueueGroup, now: Date) => dueAt !== null && now.getTime() - Date.parse(dueAt) > lateAfterMs
