import { sql } from 'kysely'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { addDays, toLocalTime } from '../contact-permission/local-time.ts'
import { openChance } from './chance.ts'
import { type AnsweredCall, type PastCall, type PastStatus, playDay } from './past-shifts.ts'

type Place = { customerId: number; today: Date }

const daysBack = 240
const seed = 771_000

/** Which of the people who picked up asked for an agent, and how their calls and the agents' days went. Where agents were at work before today nothing is added. */
export async function pastCalls(db: Db, { customerId, today }: Place): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const userIds = await listAgents(tx, customerId)
    const queueIds = await listQueues(tx, customerId)
    const [main, other = main] = queueIds
    const last = addDays(toLocalTime(today).date, -1)
    const first = addDays(last, 1 - daysBack)
    if (main === undefined || other === undefined || userIds.length === 0 || (await wereAtWork(tx, customerId, last))) return
    const chance = openChance(seed)
    const asked = (await listPickedUp(tx, customerId, first, last))
      .filter(() => chance.happens(0.3))
      .map((call) => ({ ...call, queueId: chance.happens(0.65) ? main : other }))
    const byDay = Map.groupBy(asked, ({ enteredAt }) => toLocalTime(enteredAt).date)
    const calls: AnsweredCall[] = []
    const statuses: PastStatus[] = []
    for (let day = first; day <= last; day = addDays(day, 1)) {
      const own = byDay.get(day) ?? []
      if (own.length === 0) continue
      const played = playDay(day, own, userIds, chance)
      calls.push(...played.calls)
      statuses.push(...played.statuses)
    }
    await insertCalls(tx, customerId, calls)
    await insertStatuses(tx, customerId, statuses)
  })
}

/** Who answers queues and never signs in: a person who looks has no past of their own. */
async function listAgents(tx: Transaction, customerId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('staff as u')
    .select('u.id')
    .where('u.email', 'like', '%@team.demo.example')
    .where('u.id', 'in', tx.selectFrom('team_members').select('user_id').where('customer_id', '=', customerId))
    .orderBy('u.id')
    .execute()
  return rows.map(({ id }) => id)
}

async function listQueues(tx: Transaction, customerId: number): Promise<number[]> {
  const rows = await tx.selectFrom('queues').select('id').where('customer_id', '=', customerId).orderBy('priority').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

async function wereAtWork(tx: Transaction, customerId: number, last: string): Promise<boolean> {
  const found = await tx
    .selectFrom('agent_days')
    .select('day')
    .where('customer_id', '=', customerId)
    .where('day', '<=', last)
    .executeTakeFirst()
  return found !== undefined
}

async function listPickedUp(tx: Transaction, customerId: number, first: string, last: string): Promise<Omit<PastCall, 'queueId'>[]> {
  const { rows } = await sql<Omit<PastCall, 'queueId'>>`
    select id, case_id as "caseId", delivered_at as "enteredAt"
    from communications
    where customer_id = ${customerId} and channel = 'call' and delivery = 'answered'
      and delivered_at >= ${first}::date::timestamp at time zone 'Europe/Amsterdam'
      and delivered_at < (${last}::date + 1)::timestamp at time zone 'Europe/Amsterdam'
    order by delivered_at, id`.execute(tx)
  return rows
}

/** Before how the agents stood: the trigger of these lines writes the work after a call to the call. */
async function insertCalls(tx: Transaction, customerId: number, calls: readonly AnsweredCall[]): Promise<void> {
  await sql`
    insert into queue_calls (customer_id, communication_id, case_id, queue_id, state, entered_at, answered_at, ended_at,
      user_id)
    select ${customerId}, id, "caseId", "queueId", case when "answeredAt" is null then 'abandoned' else 'done' end,
      "enteredAt", "answeredAt", "endedAt", "userId"
    from jsonb_to_recordset(${JSON.stringify(calls)}::jsonb) as c(id bigint, "caseId" bigint, "queueId" bigint,
      "enteredAt" timestamptz, "answeredAt" timestamptz, "endedAt" timestamptz, "userId" bigint)
    on conflict do nothing`.execute(tx)
}

async function insertStatuses(tx: Transaction, customerId: number, statuses: readonly PastStatus[]): Promise<void> {
  await sql`
    insert into agent_statuses (customer_id, user_id, status, at, login_at, cause)
    select ${customerId}, "userId", status, at, "loginAt", cause
    from jsonb_to_recordset(${JSON.stringify(statuses)}::jsonb) as s("userId" bigint, status text, at timestamptz,
      "loginAt" timestamptz, cause text)
    order by at`.execute(tx)
}
