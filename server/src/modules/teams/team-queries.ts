import { type AgentPerson, noTexts, type Queue, type Team } from '@regie/contract/teams.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { userName } from '../../platform/db/user-name.ts'
import { listHolders } from '../notifications/recipients.ts'

/** The teams of a customer by name; with an id that one alone. */
export async function listTeams(db: Db, customerId: number, teamId: number | null = null): Promise<Team[]> {
  const { rows } = await sql<Team>`
    select t.id as "teamID", t.customer_id as "customerID", t.name, t.version,
      (
        select coalesce(json_agg(m.user_id order by m.user_id), '[]')
        from team_members m
        where m.customer_id = t.customer_id and m.team_id = t.id) as "memberIDs"
    from teams t
    where t.customer_id = ${customerId} and (${teamId}::bigint is null or t.id = ${teamId})
    order by lower(t.name)`.execute(db)
  return rows
}

/** The queues of a customer by name; with an id that one alone. */
export async function listQueues(db: Db, customerId: number, queueId: number | null = null): Promise<Queue[]> {
  const { rows } = await sql<Queue>`
    select q.id as "queueID", q.customer_id as "customerID", q.team_id as "teamID", q.name, q.number, q.priority,
      q.target_seconds as "targetSeconds", q.target_percent as "targetPercent",
      q.limit_seconds as "limitSeconds", q.limit_percent as "limitPercent", q.waiting_warn as "waitingWarn",
      q.waiting_limit as "waitingLimit", q.alert_minutes as "alertMinutes",
      q.ring_seconds as "ringSeconds", q.opening, q.texts, q.version,
      (
        select coalesce(json_agg(n.number order by n.number), '[]')
        from queue_numbers n
        where n.customer_id = q.customer_id and n.queue_id = q.id) as "callerIDs",
      (
        select coalesce(json_agg(m.user_id order by m.user_id), '[]')
        from queue_members m
        where m.customer_id = q.customer_id and m.queue_id = q.id) as "memberIDs",
      (
        select coalesce(json_agg(s.script_id order by s.script_id), '[]')
        from queue_scripts s
        where s.customer_id = q.customer_id and s.queue_id = q.id) as "scriptIDs"
    from queues q
    where q.customer_id = ${customerId} and (${queueId}::bigint is null or q.id = ${queueId})
    order by lower(q.name)`.execute(db)
  return rows.map((row) => ({ ...row, texts: { ...noTexts, ...row.texts } }))
}

/** The numbers from which scripts of a customer call, and those that come in at a queue. */
export async function listCallerIds(db: Db, customerId: number): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    select caller_id as number from scripts where customer_id = ${customerId} and caller_id ~ '^\\+[0-9]{6,15}$'
    union
    select number from queue_numbers where customer_id = ${customerId}
    order by 1`.execute(db)
  return rows.map(({ number }) => number)
}

/** Who can be a member of a team: who sees the customer's cases and can sign in; and who is one already, as long as their account is there. */
export async function listAgentPeople(db: Db, customerId: number): Promise<AgentPerson[]> {
  const ids = await listHolders(db, customerId, [Right.viewCases])
  return db
    .selectFrom('staff as u')
    .select(['u.id as userID', userName('u').as('name')])
    .where((eb) =>
      eb.or([
        ...(ids.length === 0 ? [] : [eb('u.id', 'in', ids)]),
        eb('u.id', 'in', eb.selectFrom('team_members').select('user_id').where('customer_id', '=', customerId)),
      ]),
    )
    .orderBy('name')
    .orderBy('u.id')
    .execute()
}

/** The teams to choose from, in the words of the specification. */
export function listTeamChoice(db: Db, customerId: number) {
  return db
    .selectFrom('teams')
    .select(['id as team_id', 'name as team_name'])
    .where('customer_id', '=', customerId)
    .orderBy((eb) => eb.fn('lower', ['name']))
    .execute()
}

/** The queues of these teams; without a word about teams those of all. */
export function listQueueChoice(db: Db, customerId: number, teamIds?: readonly number[]) {
  return db
    .selectFrom('queues')
    .select(['id as queue_id', 'name as queue_name', 'team_id'])
    .where('customer_id', '=', customerId)
    .$if(teamIds !== undefined, (query) => query.where('team_id', 'in', teamIds?.length ? [...teamIds] : [0]))
    .orderBy((eb) => eb.fn('lower', ['name']))
    .execute()
}
