import { sql } from 'kysely'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { type AgentRef, setAgentStatus } from './agent-status.ts'

/** Somebody of the staff talks with a person; who is at work as an agent shows it. */
export async function beginAgentCall(tx: Transaction, agent: AgentRef, at: Date): Promise<void> {
  const atWork = await tx
    .selectFrom('agents')
    .select('user_id')
    .where('customer_id', '=', agent.customerId)
    .where('user_id', '=', agent.userId)
    .where('login_at', 'is not', null)
    .executeTakeFirst()
  if (atWork) await setAgentStatus(tx, agent, { to: 'calling', cause: 'call', at })
}

// A call is written down a moment before its agent is: in between there seems to be none.
const betweenSeconds = 3

/** Whose call is over finishes the work after it, however the call ended: hung up, reported, or never heard of again. Answers how many agents. */
export async function endAgentCalls(db: Db, now: Date): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<AgentRef>`
      select a.customer_id as "customerId", a.user_id as "userId"
      from agents a
      where a.status = 'calling' and a.status_at <= ${now}::timestamptz - make_interval(secs => ${betweenSeconds})
        and not exists (
          select from manual_calls h
          join communications m on m.customer_id = h.customer_id and m.id = h.communication_id
          where h.customer_id = a.customer_id and h.user_id = a.user_id and m.in_air
            and h.transferred_at is null)
        and not exists (
          select from queue_calls q
          where q.customer_id = a.customer_id and q.user_id = a.user_id and q.state = 'answered')
      order by a.customer_id, a.user_id
      for update of a skip locked`.execute(tx)
    for (const agent of rows) await setAgentStatus(tx, agent, { to: 'cooldown', cause: 'call', at: now })
    return rows.length
  })
}
