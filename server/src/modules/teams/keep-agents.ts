import { type ChosenStatus, cooldownSeconds, silentSeconds } from '@regie/contract/agent-status.ts'
import { sql } from 'kysely'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { setAgentStatus } from './agent-status.ts'

type Due = { customerId: number; userId: number; next: ChosenStatus | 'gone' }

/** What time brings about: the work after a call ends, and whose browser is gone is away. Answers how many agents. */
export async function keepAgents(db: Db, now: Date): Promise<number> {
  return db.transaction().execute(async (tx) => {
    // Whoever is in a call is left alone: the call goes on, and ends by itself.
    const { rows } = await sql<Due>`
      select customer_id as "customerId", user_id as "userId",
        case
          when seen_at < ${now}::timestamptz - make_interval(secs => ${silentSeconds}) then 'gone'
          else coalesce(after_call, case when login_at is null then 'away' else 'available' end)
        end as next
      from agents
      where (status = 'cooldown' and status_at <= ${now}::timestamptz - make_interval(secs => ${cooldownSeconds}))
        or (login_at is not null and status <> 'calling'
          and seen_at < ${now}::timestamptz - make_interval(secs => ${silentSeconds}))
      order by customer_id, user_id
      for update skip locked`.execute(tx)
    for (const { next, ...agent } of rows)
      if (next === 'gone') await setAgentStatus(tx, agent, { to: 'away', cause: 'gone', at: now, keep: { loginAt: null, afterCall: null } })
      else await setAgentStatus(tx, agent, { to: next, cause: 'time', at: now, keep: { afterCall: null } })
    return rows.length
  })
}

/** Somebody signed out: wherever they answered calls they are away. */
export async function leaveEverywhere(tx: Transaction, userId: number, now: Date): Promise<void> {
  const rows = await tx
    .selectFrom('agents')
    .select('customer_id')
    .where('user_id', '=', userId)
    .where('login_at', 'is not', null)
    .where('status', '<>', 'calling')
    .orderBy('customer_id')
    .execute()
  for (const { customer_id: customerId } of rows)
    await setAgentStatus(tx, { customerId, userId }, { to: 'away', cause: 'gone', at: now, keep: { loginAt: null, afterCall: null } })
}
