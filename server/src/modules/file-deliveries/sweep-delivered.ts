import { deliveredDaysKept } from '@regie/contract/file-deliveries.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** Takes out of the log what is older than it shows and lies nowhere any more. Of what became cases the fingerprint stays: it never comes in twice. */
export async function sweepDelivered(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - deliveredDaysKept * 86_400_000)
  await sql`
    delete from delivered_files
    where seen_at < ${before} and name <> '' and state in ('seen', 'refused')`.execute(db)
  await sql`
    update delivered_files
    set name = '', reason = null
    where seen_at < ${before} and name <> '' and state = 'imported'`.execute(db)
}
