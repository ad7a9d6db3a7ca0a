import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** The channel of PostgreSQL on which engines hear that there is something to do before their next tick. */
export const engineChannel = 'engine'

/** There is work; engines get it after the commit. */
export async function notifyEngine(db: Db): Promise<void> {
  await sql`select pg_notify(${engineChannel}, '')`.execute(db)
}
