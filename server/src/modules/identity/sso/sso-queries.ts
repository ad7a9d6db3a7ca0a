import type { Db } from '../../../platform/db/database.ts'

/** The provider of a customer, if it has one. */
export function findProvider(db: Db, customerId: number) {
  return db
    .selectFrom('sso_providers')
    .select(['customer_id', 'issuer', 'client_id', 'client_secret', 'button_text'])
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
}

/** The buttons of the sign-in screen. */
export async function listProviders(db: Db): Promise<{ customerID: number; buttonText: string }[]> {
  const rows = await db.selectFrom('sso_providers').select(['customer_id', 'button_text']).orderBy('customer_id').execute()
  return rows.map((row) => ({ customerID: row.customer_id, buttonText: row.button_text }))
}
