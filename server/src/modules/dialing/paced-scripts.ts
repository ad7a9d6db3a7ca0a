import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { callsToBegin, type PacedAgent, type PacedScript, paceOf, usualHandleSeconds } from './dialing-rule.ts'

type Row = Omit<PacedScript, 'pace' | 'dialling'> & {
  customerId: number
  used: number
  standing: number
  factor: number | null
  heldBack: boolean | null
}
export type Standing = { scripts: PacedScript[]; agents: PacedAgent[] }

/** The scripts of these customers that dial by their agents, as they stand now, with the agents; by customer, for nobody answers for another one's queue. */
export async function findPaced(db: Db, customerIds: readonly number[], now: Date): Promise<Map<number, Standing>> {
  const { rows } = await sql<Row>`
    with paced as (
      select q.customer_id, q.script_id, q.queue_id, s.dialing, s.max_lines, k.priority
      from queue_scripts q
      join scripts s on s.customer_id = q.customer_id and s.id = q.script_id
        and s.dialing <> 'lines' and s.max_transfers > 0
      join queues k on k.customer_id = q.customer_id and k.id = q.queue_id
      where q.customer_id = any(${customerIds}::bigint[])
        and exists (select from queue_members m where m.customer_id = q.customer_id and m.queue_id = q.queue_id)),
    used as (
      select b.customer_id, b.script_id, count(*)::int as lines, (count(*) filter (where not u.by_hand))::int as used
      from (
        select customer_id, batch_id, manual as by_hand from outbox
        where uses_capacity and channel = 'call' and state <> 'queued'
        union all
        select customer_id, batch_id, by_hand from communications where in_air and not inbound) u
      join batches b on b.customer_id = u.customer_id and b.id = u.batch_id
      where b.customer_id = any(${customerIds}::bigint[]) group by 1, 2),
    standing as (
      select b.customer_id, b.script_id, count(*)::int as standing,
        (count(*) filter (where q.state = 'waiting'))::int as waiting
      from queue_calls q
      join communications m on m.customer_id = q.customer_id and m.id = q.communication_id and m.in_air
        and not m.inbound
      join batches b on b.customer_id = m.customer_id and b.id = m.batch_id
      where q.customer_id = any(${customerIds}::bigint[]) and q.state in ('waiting', 'answered') group by 1, 2)
    select p.customer_id as "customerId", p.script_id as "scriptId", p.queue_id as "queueId", p.dialing as mode,
      p.priority, coalesce(u.used, 0) as used, coalesce(w.standing, 0) as standing, coalesce(w.waiting, 0) as waiting,
      coalesce(e.agent_share, 1)::float8 as "agentShare",
      coalesce(e.handle_seconds, ${usualHandleSeconds}) as "handleSeconds",
      e.factor::float8 as factor, e.held_back as "heldBack", p.max_lines - coalesce(u.lines, 0) as "linesFree",
      exists (
        select from batches b
        join outbox o on o.channel = 'call' and o.customer_id = b.customer_id and o.batch_id = b.id
        where b.customer_id = p.customer_id and b.script_id = p.script_id and b.dialer_on
          and (b.status = 'open' or (b.status = 'paused' and b.paused_until <= ${now}))
          and o.state = 'queued' and o.next_at <= ${now} and not o.manual) as "isDue"
    from paced p
    left join used u on u.customer_id = p.customer_id and u.script_id = p.script_id
    left join standing w on w.customer_id = p.customer_id and w.script_id = p.script_id
    left join dialing_paces e on e.customer_id = p.customer_id and e.script_id = p.script_id`.execute(db)
  if (rows.length === 0) return new Map()
  const agents = await findAgents(db, [...new Set(rows.map(({ customerId }) => customerId))])
  return new Map(
    [...Map.groupBy(rows, ({ customerId }) => customerId)].map(([customerId, own]) => [
      customerId,
      { scripts: own.map(standingOf), agents: agents.get(customerId) ?? [] },
    ]),
  )
}

const standingOf = ({ used, standing, factor, heldBack, ...row }: Row): PacedScript => ({
  ...row,
  dialling: Math.max(0, used - standing),
  pace: paceOf({ factor, heldBack }),
})

async function findAgents(db: Db, customerIds: readonly number[]): Promise<Map<number, PacedAgent[]>> {
  const { rows } = await sql<{ customerId: number; queueIds: number[]; isBusy: boolean }>`
    select a.customer_id as "customerId", array_agg(w.queue_id::float8) as "queueIds",
      a.status <> 'available' as "isBusy"
    from agents a
    join queue_members w on w.customer_id = a.customer_id and w.user_id = a.user_id and w.queue_id = any(a.queue_ids)
    where a.customer_id = any(${customerIds}::bigint[]) and a.login_at is not null
      and (a.status = 'available'
        or (a.status in ('calling', 'cooldown') and coalesce(a.after_call, 'available') = 'available'))
    group by a.customer_id, a.user_id`.execute(db)
  return Map.groupBy(rows, ({ customerId }) => customerId)
}

/** How many more calls each paced script may begin; scripts that dial by their lines are not in it. */
export function mayBegin(paced: ReadonlyMap<number, Standing>): Map<number, number> {
  return new Map([...paced.values()].flatMap(({ scripts, agents }) => [...callsToBegin(scripts, agents)]))
}
