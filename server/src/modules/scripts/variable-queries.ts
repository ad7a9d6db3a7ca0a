import type { Db } from '../../platform/db/database.ts'

/** What the variables of a script say now, for its texts. */
async function scriptVariables(db: Db, customerId: number, scriptId: number): Promise<Record<string, string>> {
  const rows = await db
    .selectFrom('script_variables')
    .select(['key', 'value'])
    .where('customer_id', '=', customerId)
    .where('script_id', '=', scriptId)
    .execute()
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]))
}

/** The same for the script of a batch. */
export async function batchVariables(db: Db, customerId: number, batchId: number): Promise<Record<string, string>> {
  const batch = await db
    .selectFrom('batches')
    .select('script_id')
    .where('customer_id', '=', customerId)
    .where('id', '=', batchId)
    .executeTakeFirst()
  return batch ? scriptVariables(db, customerId, batch.script_id) : {}
}
