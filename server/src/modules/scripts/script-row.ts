import { sql, type Updateable } from 'kysely'
import { publish } from '../../live/publish.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Scripts } from '../../platform/db/tables.generated.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'

export type LockedScript = Awaited<ReturnType<typeof selectScriptForUpdate>>

/** Takes a script of a customer that the caller serves for this transaction: two people who change it at once come one after the other. */
export async function selectScriptForUpdate(tx: Transaction, caller: Caller, scriptId: number) {
  const script = await tx
    .selectFrom('scripts')
    .selectAll()
    .where('id', '=', scriptId)
    .where('live_version_id', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  if (!script) throw new AppError('script.notFound')
  mustAccessCustomer(caller, script.customer_id, 'script.notFound')
  return script
}

/** Changes a script that the caller has locked, and publishes it. */
export async function changeScriptRow(
  tx: Transaction,
  { customer_id, id }: Pick<LockedScript, 'customer_id' | 'id'>,
  change: Updateable<Scripts>,
): Promise<void> {
  await tx
    .updateTable('scripts')
    .set({ ...change, changed_at: sql`now()` })
    .where('customer_id', '=', customer_id)
    .where('id', '=', id)
    .execute()
  await publish(tx, { kind: 'script.changed', customerId: customer_id, scriptId: id })
}
