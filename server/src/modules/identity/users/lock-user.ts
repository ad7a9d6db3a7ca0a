import { Right } from '@regie/contract/right-codes.ts'
import type { UserRow } from '@regie/contract/users.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { endRightsChange } from '../../rights/right-guards.ts'
import { removeApiKey } from './api-key.ts'
import { endSessions } from './end-sessions.ts'
import { selectUserForUpdate } from './managed-user.ts'
import { findUserRow } from './user-rows.ts'

/** Locks a user out: every session of his ends, on every screen, and his API key is gone, also after he is let in again. */
export async function lockUser({ db, clock }: Services, caller: Caller, userId: number): Promise<UserRow> {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    const user = await selectUserForUpdate(tx, caller, userId, { right: Right.lockUsers, notYourself: true })
    if (!user.locked_at) await tx.updateTable('users').set({ locked_at: now }).where('id', '=', userId).execute()
    await endSessions(tx, userId)
    await removeApiKey(tx, userId)
    await endRightsChange(tx, user.granter)
  })
  return findUserRow(db, caller, userId, now)
}

/** Lets a user in again, also one who gave too many wrong passwords. */
export async function unlockUser({ db, clock }: Services, caller: Caller, userId: number): Promise<UserRow> {
  await db.transaction().execute(async (tx) => {
    await selectUserForUpdate(tx, caller, userId, { right: Right.lockUsers })
    await tx
      .updateTable('users')
      .set({ locked_at: null, delayed_until: null, failed_logins: 0, failures_since: null })
      .where('id', '=', userId)
      .execute()
  })
  return findUserRow(db, caller, userId, clock.now())
}
