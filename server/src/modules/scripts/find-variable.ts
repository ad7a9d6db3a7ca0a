import type { Db } from '../../platform/db/database.ts'

/** What a variable of a batch's script says now; empty when there is none of that name. */
export async function findVariable(db: Db, customerId: number, batchId: number, key: string): Promise<string> {
  const row = await db
    .selectFrom('batches as b')
    .innerJoin('script_variables as v', (join) =>
      join.onRef('v.customer_id', '=', 'b.customer_id').onRef('v.script_id', '=', 'b.script_id').on('v.key', '=', key),
    )
    .select('v.value')
    .where('b.customer_id', '=', customerId)
    .where('b.id', '=', batchId)
    .executeTakeFirst()
  return row?.value ?? ''
}
