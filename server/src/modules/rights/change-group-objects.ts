import { Right } from '@regie/contract/right-codes.ts'
import type { RightGroup } from '@regie/contract/rights.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { selectGroupForUpdate } from './group-changes.ts'
import { findGroup, maySeeRight } from './group-queries.ts'
import { beginRightsChange, endRightsChange, mustHoldAll, mustStandAboveMembers } from './right-guards.ts'

type Cell = { groupId: number; objectId: number }

/** Gives a group a right that the caller holds. */
export async function addObject({ db }: Services, caller: Caller, { groupId, objectId }: Cell): Promise<RightGroup> {
  await db.transaction().execute(async (tx) => {
    const granter = await beginRightsChange(tx, caller, Right.changeGroups)
    await selectGroupForUpdate(tx, granter, groupId)
    mustHoldAll(granter, [await findCode(tx, caller, objectId)])
    await tx
      .insertInto('right_group_objects')
      .values({ group_id: groupId, object_id: objectId })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
  return findGroup(db, caller, groupId)
}

/** Takes a right from a group, and so from its members, none of which may hold more rights than the caller. */
export async function removeObject(
  { db }: Services,
  caller: Caller,
  { groupId, objectId, isConfirmed }: Cell & { isConfirmed: boolean },
): Promise<RightGroup> {
  await db.transaction().execute(async (tx) => {
    const granter = await beginRightsChange(tx, caller, Right.changeGroups)
    const group = await selectGroupForUpdate(tx, granter, groupId)
    const code = await findCode(tx, caller, objectId)
    if (group.everyRight) throw new AppError('right.builtIn')
    mustHoldAll(granter, [code])
    await mustStandAboveMembers(tx, granter, groupId)
    await tx.deleteFrom('right_group_objects').where('group_id', '=', groupId).where('object_id', '=', objectId).execute()
    await endRightsChange(tx, granter, isConfirmed)
  })
  return findGroup(db, caller, groupId)
}

async function findCode(tx: Transaction, caller: Caller, objectId: number): Promise<number> {
  const object = await tx.selectFrom('right_objects').select('code').where('id', '=', objectId).executeTakeFirst()
  if (!object || !maySeeRight(caller, object.code)) throw new AppError('right.notFound')
  return object.code
}
