import type { RequestOf } from '@regie/contract/endpoint.ts'
import { Right } from '@regie/contract/right-codes.ts'
import type { RightGroup, rightsApi } from '@regie/contract/rights.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { selectGroupsForUpdate, mustOwn, refuseTakenName } from './group-changes.ts'
import { findGroup } from './group-queries.ts'
import { beginRightsChange, mustHoldAll } from './right-guards.ts'

type NewGroup = RequestOf<typeof rightsApi.addGroup>['body']

/** A new group, empty or with the rights of another one, all of which the caller must hold. */
export async function addGroup({ db }: Services, caller: Caller, { name, description, customerID, copyOf }: NewGroup): Promise<RightGroup> {
  const groupId = await refuseTakenName(() =>
    db.transaction().execute(async (tx) => {
      const granter = await beginRightsChange(tx, caller, Right.changeGroups)
      mustOwn(granter, customerID)
      const copied = copyOf === undefined ? [] : await selectGroupsForUpdate(tx, granter, [copyOf])
      for (const { codes } of copied) mustHoldAll(granter, codes)
      const { id } = await tx
        .insertInto('right_groups')
        .values({ name, description, customer_id: customerID })
        .returning('id')
        .executeTakeFirstOrThrow()
      if (copyOf !== undefined) {
        await tx
          .insertInto('right_group_objects')
          .columns(['group_id', 'object_id'])
          .expression((eb) =>
            eb
              .selectFrom('right_group_objects')
              .select([eb.val(id).as('group_id'), 'object_id'])
              .where('group_id', '=', copyOf),
          )
          .execute()
      }
      return id
    }),
  )
  return findGroup(db, caller, groupId)
}
