import { AppError } from '../../platform/app-error.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'

/** What the parts of a script's screen begin with: whose it is, its fields as they are kept and what is remembered. Another customer's script does not exist. */
export async function findOwnScript(db: Db, caller: Caller, scriptId: number) {
  const row = await db
    .selectFrom('scripts')
    .select(['id', 'customer_id', 'name', 'fields', 'import_mapping', 'variables_version', 'mapping_version', 'fields_version'])
    .where('id', '=', scriptId)
    .executeTakeFirst()
  if (!row) throw new AppError('script.notFound')
  mustAccessCustomer(caller, row.customer_id, 'script.notFound')
  return { ...row, place: { customerId: row.customer_id, scriptId: row.id } }
}
