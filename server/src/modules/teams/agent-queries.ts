import type { Agent } from '@regie/contract/agents.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { isoText } from '../../platform/db/prepared.ts'
import { userName } from '../../platform/db/user-name.ts'

/** The members of a customer's teams as they stand now; with an id one alone. Who never logged in is away. */
export async function listAgents(db: Db, customerId: number, userId: number | null = null): Promise<Agent[]> {
  const { rows } = await sql<Agent>`
    select u.id as "userID", ${userName('u')} as name, coalesce(a.status, 'away') as status,
      coalesce(${sql.raw(isoText('a.status_at'))}, ${sql.raw(isoText('u.created_at'))}) as "statusAt",
      ${sql.raw(isoText('a.login_at'))} as "loginAt", a.after_call as "afterCall",
      coalesce((
        select json_agg(json_build_object('queueID', q.id, 'name', q.name,
          'isIn', a.login_at is not null and q.id = any(a.queue_ids)) order by q.priority, lower(q.name))
        from queue_members m
        join queues q on q.customer_id = m.customer_id and q.id = m.queue_id
        where m.customer_id = ${customerId} and m.user_id = u.id), '[]') as queues
    from staff u
    left join agents a on a.customer_id = ${customerId} and a.user_id = u.id
    where u.id in (
      select m.user_id
      from team_members m
      where m.customer_id = ${customerId} and (${userId}::bigint is null or m.user_id = ${userId}))
    order by name, u.id`.execute(db)
  return rows
}
