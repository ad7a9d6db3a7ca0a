import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { KeptAddress } from '../../cases/search/list-cases-with.ts'
import { addressesReleased } from './blacklist-changed.ts'

/** What stood on the blacklist until a moment that has passed holds nobody any more: the cases that it held are looked at now. Answers how many entries. */
export function endListings(db: Db, now: Date): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<KeptAddress & { customerId: number }>`
      with ended as materialized (
        select id from blacklist
        where expires_at <= ${now} and released_at is null and removed_at is null
        limit 500
        for update skip locked)
      update blacklist b
      set released_at = ${now}
      from ended e
      where b.id = e.id
      returning b.customer_id as "customerId", b.kind, b.value`.execute(tx)
    for (const [customerId, ended] of Map.groupBy(rows, (row) => row.customerId)) await addressesReleased(tx, customerId, ended, now)
    return rows.length
  })
}
