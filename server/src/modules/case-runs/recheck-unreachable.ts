import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { refreshUnreachableBetween } from './refresh-unreachable.ts'

// One transaction for so many: nobody waits long behind it.
const casesAtOnce = 5_000

/**
 * Looks again at everybody who is not at the end of their script. Of two who change what one case depends on at the same moment (its number, the
 * blacklist) neither sees what the other writes; and a new version of the product may read numbers otherwise.
 */
export async function recheckUnreachable(db: Db, now: Date, signal: AbortSignal, portion = casesAtOnce): Promise<void> {
  const customers = await db.selectFrom('customers').select('id').orderBy('id').execute()
  for (const { id: customerId } of customers) {
    let after = 0
    for (;;) {
      signal.throwIfAborted()
      const until = await lastOfPortion(db, customerId, after, portion)
      if (until === null) break
      await db.transaction().execute((tx) => refreshUnreachableBetween(tx, customerId, { after, until }, now))
      after = until
    }
  }
}

async function lastOfPortion(db: Db, customerId: number, after: number, portion: number): Promise<number | null> {
  const { rows } = await sql<{ last: number | null }>`
    select max(case_id) as last
    from (
      select case_id
      from case_runs
      where customer_id = ${customerId} and case_id > ${after}
      order by case_id
      limit ${portion}) next`.execute(db)
  return rows[0]?.last ?? null
}
