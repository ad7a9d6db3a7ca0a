import type { Customer } from '@regie/contract/customers.ts'
import type { Db } from '../../platform/db/database.ts'

/** These customers by name. */
export async function listCustomers(db: Db, customerIds: readonly number[]): Promise<Customer[]> {
  if (customerIds.length === 0) return []
  const rows = await db
    .selectFrom('customers')
    .select(['id', 'name', 'compliance_profile'])
    .where('id', 'in', customerIds)
    .orderBy('name')
    .execute()
  return rows.map((row) => ({ customerID: row.id, name: row.name, profile: row.compliance_profile as Customer['profile'] }))
}
