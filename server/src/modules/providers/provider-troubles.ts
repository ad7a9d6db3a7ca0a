import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

// While it is down, one message a minute asks whether it takes something again.
const probeMs = 60_000

type Of = { customerId: number; id: number }

/** Notes that a provider took nothing: from the first time on, until it takes something. */
export async function noteTrouble(db: Db, { customerId, id }: Of, at: Date): Promise<void> {
  // One that is deleted meanwhile has none.
  await sql`
    insert into provider_troubles (customer_id, provider_id, since, probed_at)
    select customer_id, id, ${at}, ${at} from providers
    where customer_id = ${customerId} and id = ${id}
    on conflict (customer_id, provider_id) do update set probed_at = excluded.probed_at`.execute(db)
}

/** It takes messages again. */
export async function endTrouble(db: Db, { customerId, id }: Of): Promise<void> {
  await db.deleteFrom('provider_troubles').where('customer_id', '=', customerId).where('provider_id', '=', id).execute()
}

/** Which of these that are on may be tried now: each once a minute. */
export async function takeProbes(db: Db, ids: readonly number[], now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update provider_troubles t set probed_at = ${now}
    from providers p
    where t.provider_id = any(${ids}::bigint[])
      and t.probed_at <= ${new Date(now.getTime() - probeMs)}
      and p.customer_id = t.customer_id
      and p.id = t.provider_id
      and p.state <> 'off'
    returning t.provider_id as id`.execute(db)
  return rows.map(({ id }) => id)
}
