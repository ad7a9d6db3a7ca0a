import { Right } from '@regie/contract/right-codes.ts'
import type { RightGroup } from '@regie/contract/rights.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { selectGroupsForUpdate, mustSeeUsers } from './group-changes.ts'
import { findGroup } from './group-queries.ts'
import { addToGroups, removeFromGroups } from './membership.ts'
import { beginRightsChange, endRightsChange } from './right-guards.ts'

/** Puts users into a group. A group of the installation may be given by who holds all its rights; only its own rights are changed by fewer. */
export async function addMembers({ db }: Services, caller: Caller, groupId: number, userIds: readonly number[]): Promise<RightGroup> {
  await db.transaction().execute(async (tx) => {
    const granter = await beginRightsChange(tx, caller, Right.changeGroups)
    await selectGroupsForUpdate(tx, granter, [groupId])
    await mustSeeUsers(tx, granter, userIds)
    await addToGroups(tx, granter, userIds, [groupId])
  })
  return findGroup(db, caller, groupId)
}

/** Takes users out of a group. */
export async function removeMembers(
  { db }: Services,
  caller: Caller,
  groupId: number,
  { userIds, isConfirmed }: { userIds: readonly number[]; isConfirmed: boolean },
): Promise<RightGroup> {
  await db.transaction().execute(async (tx) => {
    const granter = await beginRightsChange(tx, caller, Right.changeGroups)
    await selectGroupsForUpdate(tx, granter, [groupId])
    await mustSeeUsers(tx, granter, userIds)
    await removeFromGroups(tx, granter, userIds, [groupId])
    await endRightsChange(tx, granter, isConfirmed)
  })
  return findGroup(db, caller, groupId)
}
