import { sql } from 'kysely'
import type { Services } from '../../services.ts'
import { dropOldMonths } from './audit-changes.ts'
import { findLastSeal } from './audit-chain.ts'

/**
 * Makes the months ahead, drops those that are older than the setting, and says in the process's log how far the chain has come:
 * who cuts off its end in the database cannot cut it out of a log that is kept elsewhere.
 */
export async function keepAudit({ db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>): Promise<void> {
  await sql`select ensure_month_partitions('audit', ${clock.now()}::timestamptz::date, 6)`.execute(db)
  const dropped = await dropOldMonths(db)
  if (dropped > 0) log.info({ months: dropped }, 'audit months dropped by the retention setting')
  const seal = await findLastSeal(db)
  if (seal) log.info({ position: seal.position, hash: seal.hash.toString('hex') }, 'the audit chain')
}
