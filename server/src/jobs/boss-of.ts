import type { PgBoss } from 'pg-boss'
import type { Transaction } from '../platform/db/database.ts'

/**
 * The job list within a transaction. Never started: it only writes rows, with the settings of their queues. Read when it is first needed: an api that
 * queues nothing does without its 1.4 MB of code.
 */
export async function bossOf(tx: Transaction): Promise<PgBoss> {
  const { fromKysely, PgBoss } = await import('pg-boss')
  return new PgBoss({ db: fromKysely(tx) })
}
