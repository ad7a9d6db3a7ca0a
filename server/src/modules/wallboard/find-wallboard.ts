import { expectedWait } from '@regie/contract/service-level.ts'
import type { AgentBoard, WaitingCall, Wallboard } from '@regie/contract/wallboard.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { isoText } from '../../platform/db/prepared.ts'
import { userName } from '../../platform/db/user-name.ts'
import { maskPhoneSql } from '../cases/masks/mask-sql.ts'
import { findDropBounds, listQueueBoards, type Measured, today } from './queue-boards.ts'

/** What a watcher may see beside what all see. */
export type Sight = { numbers: boolean; agents: boolean; listens: boolean }

const iso = (column: string) => sql.raw(isoText(column))
// Of whoever is unknown, the number from which they call.
const personNumber = 'case when x.case_id is null then m.recipient else coalesce(c.mobile, c.phone) end'
const numberOf = ({ numbers }: Sight) => sql.raw(numbers ? personNumber : `(${maskPhoneSql(personNumber)})`)

/** All that queue and wall show of a customer. The day begins at midnight in Amsterdam. */
export async function findWallboard(db: Db, customerId: number, sight: Sight, now: Date): Promise<Wallboard> {
  const queues = await listQueueBoards(db, customerId, now)
  const { warnPercent, limitPercent } = await findDropBounds(db, customerId)
  return {
    queues: queues.map(({ talkSeconds: _talk, alertMinutes: _minutes, scriptIds: _scripts, ...queue }) => queue),
    waiting: await listWaiting(db, customerId, sight, queues),
    agents: await listAgentBoards(db, customerId, sight, now),
    dropBounds: { warnPercent, limitPercent },
    quarters: await listQuarters(db, customerId, now),
  }
}

// Nobody reads further; how many there are stands with each queue.
const waitingMax = 200

async function listWaiting(db: Db, customerId: number, sight: Sight, queues: readonly Measured[]): Promise<WaitingCall[]> {
  const { rows } = await sql<Omit<WaitingCall, 'expectedWait'>>`
    select x.communication_id as "callID", x.queue_id as "queueID", x.case_id as "caseID",
      (row_number() over (partition by x.queue_id order by x.entered_at, x.communication_id))::int as position,
      c.case_number as "caseNumber", ${numberOf(sight)} as caller, ${iso('x.entered_at')} as since,
      x.inbound as "isInbound", q.priority
    from queue_calls x
    join queues q on q.customer_id = x.customer_id and q.id = x.queue_id
    join communications m on m.customer_id = x.customer_id and m.id = x.communication_id
    left join cases c on c.customer_id = x.customer_id and c.id = x.case_id
    where x.customer_id = ${customerId} and x.state = 'waiting'
    order by q.priority, x.entered_at
    limit ${waitingMax}`.execute(db)
  const byId = new Map(queues.map((queue) => [queue.queueID, queue]))
  return rows.map((row) => {
    const queue = byId.get(row.queueID)
    return { ...row, expectedWait: queue ? expectedWait(row.position, queue.loggedIn, queue) : null }
  })
}

async function listAgentBoards(db: Db, customerId: number, sight: Sight, now: Date): Promise<AgentBoard[]> {
  const { rows } = await sql<AgentBoard>`
    select u.id as "userID", ${userName('u')} as agent, a.status, ${iso('a.status_at')} as "statusAt",
      ${iso('a.login_at')} as "loginAt", to_json(a.queue_ids) as "queueIDs", t.queue_id as "queueID", t.caller, l.talk,
      ${sight.agents ? sql`coalesce(n.answered, 0)` : sql`null::int`} as answered
    from agents a
    join staff u on u.id = a.user_id
    left join lateral (
      select x.queue_id, ${numberOf(sight)} as caller
      from queue_calls x
      join communications m on m.customer_id = x.customer_id and m.id = x.communication_id
      left join cases c on c.customer_id = x.customer_id and c.id = x.case_id
      where x.customer_id = a.customer_id and x.user_id = a.user_id and x.state = 'answered'
      order by x.answered_at desc
      limit 1) t on a.status = 'calling'
    left join lateral (
      select json_build_object('callID', d.communication_id, 'listener',
        case when o.id is not null then json_build_object('userID', o.user_id, 'name', (
          select ${userName('s')} from staff s where s.id = o.user_id)) end) as talk
      from desk_calls d
      left join call_listeners o on o.customer_id = d.customer_id and o.communication_id = d.communication_id
        and o.ended_at is null
      where d.customer_id = a.customer_id and d.user_id = a.user_id and d.finished_at is null and d.ended_at is null
        and d.began_at is not null
      order by d.began_at desc
      limit 1) l on a.status = 'calling' and ${sight.listens}::boolean
    left join lateral (
      select count(*)::int as answered
      from queue_calls x
      where x.customer_id = a.customer_id and x.user_id = a.user_id and x.entered_at >= ${today(now)}
        and x.rings_until is null) n
      on ${sight.agents}::boolean
    where a.customer_id = ${customerId} and a.login_at is not null
    order by a.status_at, u.id
    limit 200`.execute(db)
  return rows
}

async function listQuarters(db: Db, customerId: number, now: Date): Promise<Wallboard['quarters']> {
  const { rows } = await sql<Wallboard['quarters'][number]>`
    select queue_id as "queueID", ${iso('quarter')} as "from", count(*)::int as answered
    from (
      select queue_id, date_bin('15 minutes', answered_at, 'epoch') as quarter
      from queue_calls
      where customer_id = ${customerId} and answered_at is not null and rings_until is null
        and entered_at > ${now}::timestamptz - interval '2 hours'
        and answered_at >= date_bin('15 minutes', ${now}::timestamptz, 'epoch') - interval '45 minutes') x
    group by 1, quarter
    order by quarter, 1`.execute(db)
  return rows
}
