import { Right } from '@regie/contract/right-codes.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'

/** SQL: the same inside a query over users `u` and, if they have one, their customer `c`. */
export const passwordAllowed = `(coalesce(c.local_passwords, true) or exists (
      select from right_group_members m join right_group_objects g on g.group_id = m.group_id join right_objects o on o.id = g.object_id
      where m.user_id = u.id and o.code = ${Right.systemStatus}))`

/**
 * May this user sign in with a password of ours? Not when his organisation wants single sign-on only, except who looks after the installation:
 * when the provider is away somebody must still get in.
 */
export async function mayHavePassword(db: Db, userId: number): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select ${sql.raw<boolean>(passwordAllowed)} as may
    from users u
    left join customers c on c.id = u.customer_id
    where u.id = ${userId}`.execute(db)
  return rows[0]?.may ?? false
}
