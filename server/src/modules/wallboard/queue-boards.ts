import type { DropBounds } from '@regie/contract/dialing.ts'
import { shortAbandonSeconds } from '@regie/contract/service-level.ts'
import type { QueueBoard } from '@regie/contract/wallboard.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { isoText } from '../../platform/db/prepared.ts'

/** SQL: midnight in Amsterdam, where the day of a queue begins. */
export const today = (now: Date) => sql`date_trunc('day', ${now}::timestamptz, 'Europe/Amsterdam')`

export type Measured = QueueBoard & { talkSeconds: number; alertMinutes: number; scriptIds: number[] }

/** The queues of a customer with what was counted of them today, for walls and for who is mailed about them. */
export async function listQueueBoards(db: Db, customerId: number, now: Date): Promise<Measured[]> {
  const { rows } = await sql<Measured>`
    select q.id as "queueID", q.team_id as "teamID", q.name, q.number, q.target_seconds as "targetSeconds",
      q.target_percent as "targetPercent", q.limit_seconds as "limitSeconds", q.limit_percent as "limitPercent",
      q.waiting_warn as "waitingWarn", q.waiting_limit as "waitingLimit", q.alert_minutes as "alertMinutes",
      coalesce(w.waiting, 0) as waiting, ${sql.raw(isoText('w.longest'))} as "longestSince",
      coalesce(d.answered, 0) as answered, coalesce(d.in_time, 0) as "inTime", coalesce(d.abandoned, 0) as abandoned,
      coalesce(d.wait_seconds, 0)::float as "waitSeconds", coalesce(d.talk_seconds, 0)::float as "talkSeconds",
      coalesce(a.available, 0) as available, coalesce(a.logged_in, 0) as "loggedIn",
      coalesce(a.after_work, 0) as "afterWork", p.drops, p."scriptIds"
    from queues q
    left join lateral (
      select count(*)::int as waiting, min(x.entered_at) as longest
      from queue_calls x
      where x.customer_id = q.customer_id and x.queue_id = q.id and x.state = 'waiting') w on true
    left join lateral (
      select (count(*) filter (where x.answered_at is not null and x.rings_until is null))::int as answered,
        (count(*) filter (
          where x.answered_at <= x.entered_at + make_interval(secs => q.target_seconds) and x.rings_until is null))::int
          as in_time,
        (count(*) filter (where x.state = 'abandoned' and (x.refused
          or x.ended_at > x.entered_at + make_interval(secs => ${shortAbandonSeconds}))))::int as abandoned,
        sum(extract(epoch from x.answered_at - x.entered_at)) filter (where x.rings_until is null) as wait_seconds,
        sum(extract(epoch from coalesce(x.ended_at, ${now}) - x.answered_at))
          filter (where x.rings_until is null) as talk_seconds
      from queue_calls x
      where x.customer_id = q.customer_id and x.queue_id = q.id and x.entered_at >= ${today(now)}) d on true
    left join lateral (
      select (count(*) filter (where y.status = 'available'))::int as available, count(*)::int as logged_in,
        (count(*) filter (where y.status in ('cooldown', 'custom2')))::int as after_work
      from queue_members m
      join agents y on y.customer_id = m.customer_id and y.user_id = m.user_id and y.login_at is not null
        and m.queue_id = any(y.queue_ids)
      where m.customer_id = q.customer_id and m.queue_id = q.id) a on true
    cross join lateral (
      select coalesce(json_agg(z.script_id order by z.script_id), '[]') as "scriptIds",
        coalesce(json_agg(
          json_build_object('scriptID', s.id, 'script', s.name, 'answered', e.answered, 'dropped', e.dropped)
          order by lower(s.name), s.id) filter (where s.active and s.dialing <> 'lines' and e.answered is not null),
          '[]') as drops
      from queue_scripts z
      join scripts s on s.customer_id = z.customer_id and s.id = z.script_id
      left join dialing_paces e on e.customer_id = z.customer_id and e.script_id = z.script_id
      where z.customer_id = q.customer_id and z.queue_id = q.id) p
    where q.customer_id = ${customerId}
    order by q.priority, lower(q.name)`.execute(db)
  return rows
}

/** From which drop rate a script of a customer is watched, from which it is over, and how long that lasts before a mail leaves. */
export async function findDropBounds(db: Db, customerId: number): Promise<DropBounds & { alertMinutes: number }> {
  const row = await db
    .selectFrom('customers')
    .select(['drop_warn_percent', 'drop_limit_percent', 'drop_alert_minutes'])
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow()
  const { drop_warn_percent: warn, drop_limit_percent: limit, drop_alert_minutes: alertMinutes } = row
  return { warnPercent: Number(warn), limitPercent: Number(limit), alertMinutes }
}
