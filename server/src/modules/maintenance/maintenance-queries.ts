import type { Maintenance } from '@regie/contract/maintenance.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** For the claims of engines: while there is maintenance nothing new is begun. Asked in the claim itself, so that none slips through. */
export const notInMaintenance = sql<boolean>`not (select m.is_on from maintenance m)`

export async function findMaintenance(db: Db): Promise<Maintenance> {
  const row = await db.selectFrom('maintenance').select(['is_on', 'message', 'until']).executeTakeFirstOrThrow()
  return { on: row.is_on, message: row.message, until: row.until?.toISOString() ?? null }
}
