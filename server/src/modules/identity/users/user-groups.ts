import { Right } from '@regie/contract/right-codes.ts'
import type { UserRow } from '@regie/contract/users.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { addToGroups, removeFromGroups } from '../../rights/membership.ts'
import { endRightsChange } from '../../rights/right-guards.ts'
import { selectUserForUpdate } from './managed-user.ts'
import { findUserRow } from './user-rows.ts'

/** Adds right groups to a user: only those whose every right the manager holds. */
export async function addUserToGroups(
  { db, clock }: Services,
  caller: Caller,
  userId: number,
  groupIds: readonly number[],
): Promise<UserRow> {
  await db.transaction().execute(async (tx) => {
    const { granter } = await selectUserForUpdate(tx, caller, userId, { right: Right.changeUsers })
    await addToGroups(tx, granter, [userId], groupIds)
  })
  return findUserRow(db, caller, userId, clock.now())
}

/** Takes right groups from a user. */
export async function removeUserFromGroups(
  { db, clock }: Services,
  caller: Caller,
  userId: number,
  { groupIds, isConfirmed }: { groupIds: readonly number[]; isConfirmed: boolean },
): Promise<UserRow> {
  await db.transaction().execute(async (tx) => {
    const { granter } = await selectUserForUpdate(tx, caller, userId, { right: Right.changeUsers })
    await removeFromGroups(tx, granter, [userId], groupIds)
    await endRightsChange(tx, granter, isConfirmed)
  })
  return findUserRow(db, caller, userId, clock.now())
}
