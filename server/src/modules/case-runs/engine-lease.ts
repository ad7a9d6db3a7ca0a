import { sql } from 'kysely'
import type { Db, Transaction } from '../../platform/db/database.ts'

// The database's own clock decides about leases: engines on several machines need not agree on the time.
const leaseSeconds = 10

/** Enters an engine; its number owns what it claims. */
export async function registerEngine(db: Db): Promise<number> {
  const { rows } = await sql<{
    id: number
  }>`insert into engines (lease_until) values (now() + make_interval(secs => ${leaseSeconds})) returning id`.execute(db)
  const id = rows[0]?.id
  if (id === undefined) throw new Error('the engine was not entered')
  return id
}

/**
 * Says that the engine lives. False when its lease had run out: others have taken what it had claimed. It may go on all the same, for each of its
 * marks asks whether the row is still its own.
 */
export async function renewLease(db: Db, engineId: number): Promise<boolean> {
  const { rows } = await sql<{ unbroken: boolean }>`
    with before as (select lease_until > now() as unbroken from engines where id = ${engineId}),
    renewed as (
      insert into engines (id, lease_until) overriding system value
      values (${engineId}, now() + make_interval(secs => ${leaseSeconds}))
      on conflict (id) do update set lease_until = excluded.lease_until)
    select unbroken from before`.execute(db)
  return rows[0]?.unbroken ?? false
}

/** The engine leaves: its lease ends now, and whatever it still owns is anybody's. */
export async function endLease(db: Db, engineId: number): Promise<void> {
  await sql`update engines set lease_until = now() where id = ${engineId}`.execute(db)
}

/** The engines whose lease ran out a while ago, locked until they are struck: an engine that comes to life again claims nothing meanwhile. */
export async function lockDeadEngines(tx: Transaction): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from engines where lease_until < now() - interval '1 minute' order by id for update skip locked`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Strikes engines. What they owned was free from the moment their lease ended. */
export async function deleteEngines(tx: Transaction, engineIds: readonly number[]): Promise<void> {
  if (engineIds.length > 0) await sql`delete from engines where id = any(${engineIds})`.execute(tx)
}
