import { type DeskQueue, type deskApi, deskResultsMax } from '@regie/contract/desk.ts'
import type { ResponseOf } from '@regie/contract/endpoint.ts'
import { isResultCode, type ResultCode } from '@regie/contract/result-codes.ts'
import { isStaffCode } from '@regie/contract/case-action-rules.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { isoText } from '../../platform/db/prepared.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { maskPhoneSql } from '../cases/masks/mask-sql.ts'
import { findMyAgent } from '../teams/change-agent-status.ts'
import { type DeskRow, listUnfinished, showCall } from './find-call.ts'

/** What an agent has before them. */
export async function findDesk(services: Services, caller: Caller, customerId: number): Promise<ResponseOf<typeof deskApi.find>> {
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  const { db, clock } = services
  const [agent, unfinished, queues, results] = await Promise.all([
    findMyAgent(db, caller, customerId),
    listUnfinished(db, caller, customerId, clock.now()),
    listQueues(db, caller, customerId),
    listResults(db, customerId),
  ])
  const isAfterCall = agent?.status === 'cooldown' || agent?.status === 'custom2'
  const row = unfinished.find((one) => isAsked(one, isAfterCall))
  return { agent, call: row ? showCall(caller, row) : null, queues, results }
}

/** Whoever gave the result and is at work again has nothing left to do about a call; a note that is not yet one of the case is left. */
const isAsked = ({ endedAt, hasResult, note }: DeskRow, isAfterCall: boolean) =>
  endedAt === null || isAfterCall || !hasResult || note.trim() !== ''

const callersMax = 5

async function listQueues(db: Db, { userId }: Caller, customerId: number): Promise<DeskQueue[]> {
  const { rows } = await sql<DeskQueue>`
    select q.id as "queueID", q.name, mine.is as "isMine", coalesce(w.waiting, 0) as waiting,
      ${sql.raw(isoText('w.longest'))} as "longestSince", coalesce(a.available, 0) as available,
      coalesce(l.callers, '[]') as callers
    from queues q
    cross join lateral (
      select exists (
        select from queue_members m
        where m.customer_id = q.customer_id and m.queue_id = q.id and m.user_id = ${userId}) as is) mine
    left join lateral (
      select count(*)::int as waiting, min(x.entered_at) as longest
      from queue_calls x
      where x.customer_id = q.customer_id and x.queue_id = q.id and x.state = 'waiting') w on true
    left join lateral (
      select count(*)::int as available
      from queue_members m
      join agents y on y.customer_id = m.customer_id and y.user_id = m.user_id and y.login_at is not null
        and y.status = 'available' and m.queue_id = any(y.queue_ids) and y.user_id <> ${userId}
      where m.customer_id = q.customer_id and m.queue_id = q.id) a on true
    left join lateral (
      select json_agg(json_build_object('callID', f.communication_id, 'since', f.since, 'number', f.number,
        'isInbound', f.inbound)
        order by f.returned desc, f.entered_at, f.communication_id) as callers
      from (
        select x.communication_id, x.entered_at, x.inbound, x.returned, ${sql.raw(isoText('x.entered_at'))} as since,
          coalesce(${sql.raw(maskPhoneSql('m.recipient'))}, '') as number
        from queue_calls x
        join communications m on m.customer_id = x.customer_id and m.id = x.communication_id
        where x.customer_id = q.customer_id and x.queue_id = q.id and x.state = 'waiting'
        order by x.returned desc, x.entered_at, x.communication_id
        limit ${callersMax}) f) l on mine.is
    where q.customer_id = ${customerId}
    order by mine.is desc, q.priority, lower(q.name)`.execute(db)
  return rows
}

// Until a desk has given any: what is said most in a call about a debt.
const usualResults: readonly ResultCode[] = ['TOEZ', 'REG', 'TERUG', 'DISP', 'NBET', 'VERK', 'GEEN', 'INF', 'NWIL']
const callsLookedAt = 500

/** The results that the last calls of this customer brought most, filled up with the usual ones. */
async function listResults(db: Db, customerId: number): Promise<ResultCode[]> {
  const { rows } = await sql<{ result: string }>`
    select t.params ->> 'result' as result
    from (
      select communication_id, user_id, case_id, customer_id, began_at
      from desk_calls
      where customer_id = ${customerId} and began_at is not null
      order by began_at desc
      limit ${callsLookedAt}) d
    join users u on u.id = d.user_id
    join timeline t on t.customer_id = d.customer_id and t.case_id = d.case_id and t.by_user = u.username
      and t.event in ('resultSet', 'closed') and t.at >= d.began_at and t.at < d.began_at + interval '2 hours'
    group by 1
    order by count(*) desc, 1
    limit ${deskResultsMax}`.execute(db)
  const used = rows.map(({ result }) => result).filter((code): code is ResultCode => isResultCode(code) && isStaffCode(code))
  return [...new Set([...used, ...usualResults])].slice(0, deskResultsMax)
}
