import type { ResponseOf } from '@regie/contract/endpoint.ts'
import { Right } from '@regie/contract/right-codes.ts'
import type { userApi } from '@regie/contract/users.ts'
import { sql } from 'kysely'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { endRightsChange } from '../../rights/right-guards.ts'
import { endSessions } from './end-sessions.ts'
import { selectUserForUpdate } from './managed-user.ts'
import { findUserRow } from './user-rows.ts'

type Owned = ResponseOf<typeof userApi.owned>

/** Deletes an account with its sessions, keys and factors. What the user did stays: files and batches without him, the audit log with his name, his contact where it can be reached. */
export async function removeUser({ db }: Services, caller: Caller, userId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { granter } = await selectUserForUpdate(tx, caller, userId, { right: Right.lockUsers, notYourself: true })
    await endSessions(tx, userId)
    await tx.deleteFrom('users').where('id', '=', userId).execute()
    await endRightsChange(tx, granter)
  })
}

/** What goes with a user, and what stays behind. */
export async function whatUserOwns({ db, clock }: Services, caller: Caller, userId: number): Promise<Owned> {
  const now = clock.now()
  await findUserRow(db, caller, userId, now)
  const { rows } = await sql<Owned>`
    select (select count(*) from sessions where user_id = ${userId} and expires_at > ${now}) as sessions,
      (select count(*) from right_group_members m join right_groups g on g.id = m.group_id
        where m.user_id = ${userId}
          and (g.customer_id is null or g.customer_id = any(${[...caller.customerIds]}::bigint[]))) as groups,
      exists (select from api_keys where user_id = ${userId}) as "hasApiKey",
      exists (select from contacts
        where user_id = ${userId} and customer_id is not null and last_name <> '' and email <> '') as "keepsContact",
      (select count(*) from files where uploaded_by = ${userId}) as uploads,
      (select count(*) from callbacks where for_user_id = ${userId} and state = 'open') as callbacks,
      (select coalesce(json_agg(g.name order by lower(g.name)), '[]')
        from right_groups g
        join right_group_members m on m.group_id = g.id
        where m.user_id = ${userId}
          and (g.customer_id is null or g.customer_id = any(${[...caller.customerIds]}::bigint[]))
          and not exists (select from right_group_members o
            where o.group_id = g.id and o.user_id <> ${userId})) as "lastOfGroups"`.execute(db)
  return rows[0] ?? { sessions: 0, groups: 0, hasApiKey: false, uploads: 0, keepsContact: false, callbacks: 0, lastOfGroups: [] }
}
