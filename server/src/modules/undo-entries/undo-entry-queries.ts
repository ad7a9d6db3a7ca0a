import type { Undo } from '@regie/contract/undo.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { DeedRef } from './open-undo-entry.ts'

export type Deed = DeedRef & { deed: Undo['deed']; batchId: number | null; caseId: number | null; count: number; before: unknown }

/** What this user did and can still take back, newest first. */
export async function listDeeds(db: Db, { userId, customerIds }: Caller, now: Date): Promise<Undo[]> {
  const rows = await db
    .selectFrom('deeds')
    .selectAll()
    .where('user_id', '=', userId)
    .where('undone_at', 'is', null)
    .where('until', '>', now)
    .where('customer_id', 'in', customerIds.length === 0 ? [0] : customerIds)
    .orderBy('id', 'desc')
    .limit(20)
    .execute()
  return rows.map((row) => ({
    token: row.token,
    deed: row.deed as Undo['deed'],
    name: row.name,
    count: row.count,
    customerID: row.customer_id,
    batchID: row.batch_id,
    caseID: row.case_id,
    at: row.at.toISOString(),
    until: row.until.toISOString(),
  }))
}

/** A deed of this user that can still be taken back. Another's deed does not exist for him. */
export async function findOwnDeed(db: Db, { userId, customerIds }: Caller, token: string, now: Date): Promise<Deed> {
  const row = await db.selectFrom('deeds').selectAll().where('token', '=', token).where('user_id', '=', userId).executeTakeFirst()
  if (!row || !customerIds.includes(row.customer_id)) throw new AppError('undo.notFound')
  if (row.undone_at !== null || row.until <= now) throw new AppError('undo.gone')
  return {
    id: row.id,
    customerId: row.customer_id,
    at: row.at,
    deed: row.deed as Undo['deed'],
    batchId: row.batch_id,
    caseId: row.case_id,
    count: row.count,
    before: row.before,
  }
}

/** The deed is taken back. False when somebody else was first. */
export async function markUndone(tx: Transaction, { id, customerId }: DeedRef, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('deeds')
    .set({ undone_at: now })
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
