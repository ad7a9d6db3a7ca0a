import type { Db } from '../../platform/db/database.ts'

/** Does one of these customers have a provider of its own by which something really leaves? */
export async function hasRealProvider(db: Db, customerIds: readonly number[]): Promise<boolean> {
  if (customerIds.length === 0) return false
  const real = await db
    .selectFrom('providers')
    .select('id')
    .where('customer_id', 'in', [...customerIds])
    .where('kind', '<>', 'simulated')
    .limit(1)
    .executeTakeFirst()
  return real !== undefined
}
