import type { Db } from '../../../platform/db/database.ts'
import { toLocalTime } from '../../contact-permission/local-time.ts'
import { closeCase } from '../status/close-case.ts'

// What is left waits for the next half hour.
const casesMax = 5_000

/** Closes the cases that were given until a day which has passed: their client has them back (RET). */
export async function closeExpiredCases(db: Db, now: Date): Promise<void> {
  const expired = await db
    .selectFrom('cases')
    .select(['customer_id', 'id'])
    .where('expires_on', '<', toLocalTime(now).date)
    .where('status', '<>', 'closed')
    .limit(casesMax)
    .execute()
  for (const { customer_id: customerId, id: caseId } of expired)
    await db.transaction().execute((tx) => closeCase(tx, { customerId, caseId }, 'RET', { at: now }))
}
