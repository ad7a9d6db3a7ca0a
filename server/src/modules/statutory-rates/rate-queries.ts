import type { StatutoryRate } from '@regie/contract/statutory-rates.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** The rates of statutory interest, of each kind the newest first. */
export async function listStatutoryRates(db: Db): Promise<StatutoryRate[]> {
  const rows = await db
    .selectFrom('statutory_rates')
    .select(['kind', sql<string>`valid_from::text`.as('validFrom'), sql<number>`(percent * 100)::int`.as('hundredths')])
    .orderBy('kind')
    .orderBy('valid_from', 'desc')
    .execute()
  return rows.map(({ kind, ...rate }) => ({ kind: kind as StatutoryRate['kind'], ...rate }))
}
