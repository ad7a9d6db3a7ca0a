import type { RightName } from '@regie/contract/machine-keys.ts'
import { customerOfRight } from '@regie/contract/right-codes.ts'
import type { RightObject, RightType } from '@regie/contract/rights.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { maySeeRight } from './group-queries.ts'

/** The kinds of rights, in order of their digit. */
export async function listTypes(db: Db): Promise<RightType[]> {
  const rows = await db.selectFrom('right_types').selectAll().orderBy('prefix').execute()
  return rows.map(({ id, prefix, description, ...names }) => ({ id, prefix, name: nameOf(names), description }))
}

/** The rights that the caller may know of, in order of code. */
export async function listObjects(db: Db, caller: Caller): Promise<RightObject[]> {
  const rows = await db.selectFrom('right_objects').selectAll().orderBy('code').execute()
  return rows
    .filter(({ code }) => maySeeRight(caller, code))
    .map(({ id, type_id, ref, code, built_in, ...names }) => ({
      id,
      typeId: type_id,
      ref,
      code,
      name: nameOf(names),
      builtIn: built_in,
    }))
}

/** What the rights of the product are called; those of customers, which would tell who they are, stay out. */
export async function listRightNames(db: Db): Promise<RightName[]> {
  const rows = await db.selectFrom('right_objects').selectAll().orderBy('code').execute()
  return rows.filter(({ code }) => customerOfRight(code) === null).map(({ code, ...names }) => ({ code, name: nameOf(names) }))
}

export async function findObject(db: Db, caller: Caller, objectId: number): Promise<RightObject> {
  const object = (await listObjects(db, caller)).find(({ id }) => id === objectId)
  if (!object) throw new AppError('right.notFound')
  return object
}

export async function findType(db: Db, typeId: number): Promise<RightType> {
  const type = (await listTypes(db)).find(({ id }) => id === typeId)
  if (!type) throw new AppError('right.notFound')
  return type
}

type Names = { name_nl: string; name_eng: string; name_fr: string }
const nameOf = ({ name_nl, name_eng, name_fr }: Names) => ({ nl: name_nl, eng: name_eng, fr: name_fr })
