import { FieldDefinition } from '@regie/contract/fields.ts'
import * as z from 'zod/mini'
import { AppError } from '../../platform/app-error.ts'
import type { Db } from '../../platform/db/database.ts'
import { defaultFields } from './default-fields.ts'

const StoredFields = z.nullable(z.array(FieldDefinition))

/** The fields of the cases of a script, in their order: its own, or those that the product comes with. Whoever asks has asked whose script it is. */
export async function findFields(db: Db, customerId: number, scriptId: number): Promise<FieldDefinition[]> {
  const script = await db
    .selectFrom('scripts')
    .select('fields')
    .where('customer_id', '=', customerId)
    .where('id', '=', scriptId)
    .executeTakeFirst()
  if (!script) throw new AppError('script.notFound')
  return fieldsOf(script.fields)
}

/** The same from what stands in scripts.fields. */
export function fieldsOf(stored: unknown): FieldDefinition[] {
  return StoredFields.parse(stored) ?? [...defaultFields]
}
