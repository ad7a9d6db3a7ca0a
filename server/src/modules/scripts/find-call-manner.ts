import type { Db } from '../../platform/db/database.ts'

/** How the calls of a batch are made: the number that they show, the voice and the language; empty is the provider's standard one. */
export type CallManner = { callerId: string; voice: string; language: string }

/** How the script of a batch wants its calls made. */
export async function findCallManner(db: Db, customerId: number, batchId: number): Promise<CallManner> {
  const row = await db
    .selectFrom('batches as b')
    .innerJoin('scripts as s', (join) => join.onRef('s.customer_id', '=', 'b.customer_id').onRef('s.id', '=', 'b.script_id'))
    .select(['s.caller_id', 's.voice', 's.language'])
    .where('b.customer_id', '=', customerId)
    .where('b.id', '=', batchId)
    .executeTakeFirst()
  return { callerId: row?.caller_id ?? '', voice: row?.voice ?? '', language: row?.language ?? '' }
}
