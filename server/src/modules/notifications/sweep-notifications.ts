import { fixedDays } from '@regie/contract/retention.ts'
import type { Db } from '../../platform/db/database.ts'

const keptDays = fixedDays.notifications
// So many in one statement; the rest goes the next half hour.
const atOnce = 50_000

/** Removes what is older than anybody looks back. */
export async function sweepNotifications(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptDays * 24 * 3_600_000)
  const old = db.selectFrom('notifications').select(['customer_id', 'id']).where('at', '<', before).orderBy('at').limit(atOnce)
  await db
    .deleteFrom('notifications')
    .where(({ eb, refTuple }) => eb(refTuple('customer_id', 'id'), 'in', old.$asTuple('customer_id', 'id')))
    .execute()
}
