import { publish } from '../../../live/publish.ts'
import type { Transaction } from '../../../platform/db/database.ts'

/** Ends the sessions of a user, here and on every socket; one may be left. Returns how many there were. */
export async function endSessions(tx: Transaction, userId: number, exceptSessionId: number | null = null): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(exceptSessionId !== null, (query) => query.where('id', '!=', exceptSessionId))
    .executeTakeFirstOrThrow()
  if (numDeletedRows > 0n) await publish(tx, { kind: 'session.ended', userId })
  return Number(numDeletedRows)
}
