import type { RequestOf } from '@regie/contract/endpoint.ts'
import type { RightType, rightsApi } from '@regie/contract/rights.ts'
import { AppError } from '../../platform/app-error.ts'
import { violatedConstraint } from '../../platform/db/database-trouble.ts'
import type { Services } from '../../services.ts'
import { columnsOf } from './change-objects.ts'
import { findType } from './object-queries.ts'

// Those of product.md 5.3, on which the product counts.
const builtInPrefixMax = 8

type NewType = RequestOf<typeof rightsApi.addType>['body']
type TypeChange = RequestOf<typeof rightsApi.changeType>['body']

export async function addType({ db }: Services, { prefix, name, description }: NewType): Promise<RightType> {
  try {
    const { id } = await db
      .insertInto('right_types')
      .values({ prefix, description, ...columnsOf(name) })
      .returning('id')
      .executeTakeFirstOrThrow()
    return await findType(db, id)
  } catch (error) {
    if (violatedConstraint(error)) throw new AppError('right.codeTaken', { field: 'prefix' })
    throw error
  }
}

export async function changeType({ db }: Services, typeId: number, { name, description }: TypeChange): Promise<RightType> {
  await db
    .updateTable('right_types')
    .set({ description, ...columnsOf(name) })
    .where('id', '=', typeId)
    .execute()
  return findType(db, typeId)
}

export async function removeType({ db }: Services, typeId: number): Promise<void> {
  const { prefix } = await findType(db, typeId)
  if (prefix <= builtInPrefixMax) throw new AppError('right.builtIn')
  try {
    await db.deleteFrom('right_types').where('id', '=', typeId).execute()
  } catch (error) {
    // The objects of a kind hold on to it.
    if (violatedConstraint(error)) throw new AppError('right.typeInUse')
    throw error
  }
}
