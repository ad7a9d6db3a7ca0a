import { chatKeptDays } from '@regie/contract/chat.ts'
import type { Db } from '../../platform/db/database.ts'

// So many in one statement; the rest goes the next half hour.
const atOnce = 50_000

/** Removes what staff wrote to each other longer ago than it is kept. */
export async function sweepChat(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - chatKeptDays * 24 * 3_600_000)
  const old = db.selectFrom('chat_messages').select(['customer_id', 'id']).where('at', '<', before).orderBy('at').limit(atOnce)
  await db
    .deleteFrom('chat_messages')
    .where(({ eb, refTuple }) => eb(refTuple('customer_id', 'id'), 'in', old.$asTuple('customer_id', 'id')))
    .execute()
}
