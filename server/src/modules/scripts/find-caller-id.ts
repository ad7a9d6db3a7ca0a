import type { Db } from '../../platform/db/database.ts'

/** The number that the calls of a batch show; empty is the standard number of whoever carries them. */
export async function findCallerId(db: Db, customerId: number, batchId: number): Promise<string> {
  const row = await db
    .selectFrom('batches as b')
    .innerJoin('scripts as s', (join) => join.onRef('s.customer_id', '=', 'b.customer_id').onRef('s.id', '=', 'b.script_id'))
    .select('s.caller_id')
    .where('b.customer_id', '=', customerId)
    .where('b.id', '=', batchId)
    .executeTakeFirst()
  return row?.caller_id ?? ''
}
