import type { Transaction } from '../../platform/db/database.ts'
import type { contactColumns } from './contact-columns.ts'

type Columns = ReturnType<typeof contactColumns>
/** What was seen before the change: who changed it meanwhile was first. */
type Seen = { version: number; email: string; mobile: string }

/** Fills in the contact that came with a new account. */
export async function fillContactOfUser(tx: Transaction, userId: number, columns: Columns, now: Date): Promise<void> {
  await tx
    .updateTable('contacts')
    .set({ ...columns, created_at: now, updated_at: now })
    .where('user_id', '=', userId)
    .execute()
}

/** Changes how a user is named and reached. False when somebody else was first. */
export async function changeContactOfUser(tx: Transaction, userId: number, columns: Columns, seen: Seen, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('contacts')
    .set({ ...columns, version: seen.version + 1, updated_at: now })
    .where('user_id', '=', userId)
    .where('version', '=', seen.version)
    .where('email', '=', seen.email)
    .where('mobile', '=', seen.mobile)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
