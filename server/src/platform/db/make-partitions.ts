import { sql } from 'kysely'
import type { Db } from './database.ts'

const append = ['timeline', 'communication_contents', 'payment_events'] as const

/** Makes the months ahead of the append-only tables, long before a row needs them. */
export async function makePartitions(db: Db, now: Date): Promise<void> {
  for (const table of append)
    await sql`
    select ensure_month_partitions(${table}::regclass, ${now}::timestamptz::date, 6)`.execute(db)
}
