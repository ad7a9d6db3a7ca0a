import { AppError } from '../../../platform/app-error.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'

/** Takes a key back. Its account stays, locked, so that what it did keeps its name; work that it began goes no further. */
export async function revokeMachineKey({ db, clock }: Services, caller: Caller, id: number): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('machine_keys')
      .select(['customer_id', 'user_id', 'revoked_at'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!row || !caller.customerIds.includes(row.customer_id)) throw new AppError('machineKey.notFound')
    if (row.revoked_at !== null) return
    await tx
      .updateTable('machine_keys')
      .set({ revoked_at: now, revoked_by: caller.username })
      .where('customer_id', '=', row.customer_id)
      .where('id', '=', id)
      .execute()
    await tx.updateTable('users').set({ locked_at: now }).where('id', '=', row.user_id).execute()
  })
}
