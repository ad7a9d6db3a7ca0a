import type { RequestOf } from '@regie/contract/endpoint.ts'
import type { LocalText } from '@regie/contract/locale.ts'
import type { RightObject, rightsApi } from '@regie/contract/rights.ts'
import { AppError } from '../../platform/app-error.ts'
import { violatedConstraint } from '../../platform/db/database-trouble.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { findObject, findType } from './object-queries.ts'

const customerPrefix = 5

type NewObject = RequestOf<typeof rightsApi.addObjectKind>['body']

/** A new right. Its number has two digits, so that no code can be taken for another; those of customers come with the customers. */
export async function addObjectKind({ db }: Services, caller: Caller, { typeId, ref, name }: NewObject): Promise<RightObject> {
  const { prefix } = await findType(db, typeId)
  if (prefix === customerPrefix || ref.length !== 2) throw new AppError('right.refInvalid', { field: 'ref' })
  try {
    const { id } = await db
      .insertInto('right_objects')
      .values({ type_id: typeId, ref, code: Number(`${prefix}${ref}`), ...columnsOf(name) })
      .returning('id')
      .executeTakeFirstOrThrow()
    return await findObject(db, caller, id)
  } catch (error) {
    if (violatedConstraint(error)) throw new AppError('right.codeTaken', { field: 'ref' })
    throw error
  }
}

export async function changeObject({ db }: Services, caller: Caller, objectId: number, name: LocalText): Promise<RightObject> {
  await findObject(db, caller, objectId)
  await db.updateTable('right_objects').set(columnsOf(name)).where('id', '=', objectId).execute()
  return findObject(db, caller, objectId)
}

/** Deletes a right that the product does not ask for and that no group was given. */
export async function removeObjectKind({ db }: Services, caller: Caller, objectId: number): Promise<void> {
  const { builtIn } = await findObject(db, caller, objectId)
  if (builtIn) throw new AppError('right.builtIn')
  const { numDeletedRows } = await db
    .deleteFrom('right_objects')
    .where('id', '=', objectId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('right_group_objects as m')
            .innerJoin('right_groups as g', 'g.id', 'm.group_id')
            .select('g.id')
            .whereRef('m.object_id', '=', 'right_objects.id')
            .where('g.every_right', '=', false),
        ),
      ),
    )
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) throw new AppError('right.inUse')
}

/** A text in three languages as its columns. */
export const columnsOf = ({ nl, eng, fr }: LocalText) => ({ name_nl: nl, name_eng: eng, name_fr: fr })
