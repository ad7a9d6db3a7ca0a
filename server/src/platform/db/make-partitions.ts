import { sql } from 'kysely'
import type { Db } from './database.ts'

const append = ['timeline', 'communication_contents', 'payment_events'] as const

/** Makes so many months of the append-only tables, long before a row needs them. Each table in a transaction of its own: never call it in one. */
export async function makePartitions(db: Db, first: Date, months = 6): Promise<void> {
  for (const table of append)
    await sql`
    select ensure_month_partitions(${table}::regclass, ${first}::timestamptz::date, ${months})`.execute(db)
}
