import { type Undo, UndoableChange } from '@regie/contract/undo.ts'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { AppError } from '../../platform/app-error.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { UndoEntryRef } from './open-undo-entry.ts'

export type UndoEntry = UndoEntryRef & {
  action: Undo['action']
  batchId: number | null
  caseId: number | null
  count: number
  right: number | null
  before: unknown
}

const KeptChange = z.object({ change: z.optional(UndoableChange) })

/** What this user did and can still take back, newest first. */
export async function listUndoEntries(db: Db, { userId, customerIds }: Caller, now: Date): Promise<Undo[]> {
  const rows = await db
    .selectFrom('undo_entries')
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
    action: row.action as Undo['action'],
    name: row.name,
    count: row.count,
    change: KeptChange.parse(row.before).change ?? null,
    customerID: row.customer_id,
    batchID: row.batch_id,
    caseID: row.case_id,
    at: row.at.toISOString(),
    until: row.until.toISOString(),
  }))
}

/** A entry of this user that can still be taken back. Another's entry does not exist for him. */
export async function findOwnUndoEntry(db: Db, { userId, customerIds }: Caller, token: string, now: Date): Promise<UndoEntry> {
  const row = await db.selectFrom('undo_entries').selectAll().where('token', '=', token).where('user_id', '=', userId).executeTakeFirst()
  if (!row || !customerIds.includes(row.customer_id)) throw new AppError('undo.notFound')
  if (row.undone_at !== null || row.until <= now) throw new AppError('undo.gone')
  return {
    id: row.id,
    customerId: row.customer_id,
    at: row.at,
    action: row.action as Undo['action'],
    batchId: row.batch_id,
    caseId: row.case_id,
    count: row.count,
    right: row.right_code,
    before: row.before,
  }
}

/** The entry is taken back. False when somebody else was first. */
export async function markUndone(tx: Transaction, { id, customerId }: UndoEntryRef, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('undo_entries')
    .set({ undone_at: now })
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Does a list of an entry name this? The entry keeps it so until the transaction ends; one that can no longer be undone names everything. */
export async function isListedInBefore(
  tx: Transaction,
  { customerId, id }: Pick<UndoEntryRef, 'customerId' | 'id'>,
  list: string,
  named: object,
): Promise<boolean> {
  const { rows } = await sql<{ listed: boolean }>`
    select coalesce(before -> ${list}::text @> ${JSON.stringify([named])}::jsonb, false) as listed
    from undo_entries
    where customer_id = ${customerId} and id = ${id}
    for share`.execute(tx)
  return rows[0]?.listed ?? true
}
