import type { RequestOf } from '@regie/contract/endpoint.ts'
import { Right } from '@regie/contract/right-codes.ts'
import type { RightGroup, rightsApi } from '@regie/contract/rights.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { selectGroupForUpdate, refuseTakenName } from './group-changes.ts'
import { findGroup } from './group-queries.ts'
import { beginRightsChange, endRightsChange, mustHoldAll, mustStandAboveMembers } from './right-guards.ts'

type Change = RequestOf<typeof rightsApi.changeGroup>['body']

/** Renames or describes a group, unless somebody else did so since the caller looked. */
export async function changeGroup({ db }: Services, caller: Caller, groupId: number, change: Change): Promise<RightGroup> {
  const isChanged = await refuseTakenName(() =>
    db.transaction().execute(async (tx) => {
      const granter = await beginRightsChange(tx, caller, Right.changeGroups)
      const group = await selectGroupForUpdate(tx, granter, groupId)
      if (group.version !== change.version) return false
      // A name says what a group is for: who could not give its rights does not rename them either.
      mustHoldAll(granter, group.codes)
      await tx
        .updateTable('right_groups')
        .set({ name: change.name, description: change.description, version: group.version + 1 })
        .where('id', '=', groupId)
        .execute()
      return true
    }),
  )
  const current = await findGroup(db, caller, groupId)
  if (!isChanged) throw new AppError('error.conflict', { current })
  return current
}

/** Deletes a group; its members lose what only it gave them. */
export async function removeGroup({ db }: Services, caller: Caller, groupId: number, isConfirmed: boolean): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const granter = await beginRightsChange(tx, caller, Right.changeGroups)
    const group = await selectGroupForUpdate(tx, granter, groupId)
    if (group.everyRight) throw new AppError('right.builtIn')
    // Taking from people what one does not hold oneself would be a way to pull down who stands higher.
    mustHoldAll(granter, group.codes)
    await mustStandAboveMembers(tx, granter, groupId)
    await tx.deleteFrom('right_groups').where('id', '=', groupId).execute()
    await endRightsChange(tx, granter, isConfirmed)
  })
}
