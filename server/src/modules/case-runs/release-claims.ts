import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** Gives the cases back that an engine holds: it stops. */
export async function releaseClaims(db: Db, engineId: number): Promise<void> {
  await db.updateTable('case_runs').set({ owner: null, claimed_at: null }).where('owner', '=', engineId).execute()
}

/** Frees the cases of engines that are gone. They stand where their last saved step left them. Answers how many. */
export async function releaseDeadClaims(db: Db): Promise<number> {
  const { rows } = await sql`
    with abandoned as (
      select customer_id, case_id from case_runs
      where owner is not null and not exists (select from engines e where e.id = owner and e.lease_until > now())
      limit 5000 for update skip locked)
    update case_runs r set owner = null, claimed_at = null from abandoned a
    where r.customer_id = a.customer_id and r.case_id = a.case_id returning r.case_id`.execute(db)
  return rows.length
}
