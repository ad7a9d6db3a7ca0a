import type { ScriptVariable } from '@regie/contract/variables.ts'
import type { Db } from '../../platform/db/database.ts'

type Place = { customerId: number; scriptId: number }
export type KeptVariable = Omit<ScriptVariable, 'usedBy'>

/** The variables of a script by name. */
export async function findVariables(db: Db, { customerId, scriptId }: Place): Promise<KeptVariable[]> {
  return db
    .selectFrom('script_variables')
    .select(['key', 'value', 'standard_value as standardValue', 'reset_daily as resetDaily'])
    .where('customer_id', '=', customerId)
    .where('script_id', '=', scriptId)
    .orderBy('key')
    .execute()
}

/** What a variable says now, and what it says again tomorrow. */
export function valuesOf({ value, standardValue, resetDaily }: KeptVariable) {
  const now = { part: 'value' as const, text: value }
  return resetDaily ? [now, { part: 'standardValue' as const, text: standardValue }] : [now]
}

/** What the variables of a script say now, by their names. */
export async function scriptVariables(db: Db, place: Place): Promise<Record<string, string>> {
  return Object.fromEntries((await findVariables(db, place)).map(({ key, value }) => [key, value]))
}

/** The same for the script of a batch. */
export async function batchVariables(db: Db, customerId: number, batchId: number): Promise<Record<string, string>> {
  const batch = await db
    .selectFrom('batches')
    .select('script_id')
    .where('customer_id', '=', customerId)
    .where('id', '=', batchId)
    .executeTakeFirst()
  return batch ? scriptVariables(db, { customerId, scriptId: batch.script_id }) : {}
}
