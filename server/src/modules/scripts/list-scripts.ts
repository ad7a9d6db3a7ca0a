import type { Db } from '../../platform/db/database.ts'

/** The scripts of a customer by name, for pickers. */
export async function listScripts(db: Db, customerId: number) {
  const rows = await db
    .selectFrom('scripts')
    .select(['id', 'name', 'active'])
    .where('customer_id', '=', customerId)
    .orderBy('name')
    .orderBy('id')
    .execute()
  return rows.map(({ id, name, active }) => ({ scriptID: id, name, active }))
}
