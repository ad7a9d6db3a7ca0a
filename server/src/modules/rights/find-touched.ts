import type { ResponseOf } from '@regie/contract/endpoint.ts'
import type { rightsApi } from '@regie/contract/rights.ts'
import { sql } from 'kysely'
import { AppError } from '../../platform/app-error.ts'
import type { Db } from '../../platform/db/database.ts'
import { allowAllCustomers } from '../../platform/db/scope.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { findGroup, fullName, maySeeRight } from './group-queries.ts'
import { visibleUsers } from './visible-users.ts'

type Touched = ResponseOf<typeof rightsApi.touched>
type Member = Touched['users'][number] & { hasKey: boolean; isSeen: boolean }

const namedMax = 20

/**
 * Who gains a right when a group gets it, or loses it when the group does: the members who do not hold it by another group. Those of other customers are
 * counted, not named.
 */
export async function findTouched(db: Db, caller: Caller, { groupId, objectId }: { groupId: number; objectId: number }): Promise<Touched> {
  await findGroup(db, caller, groupId)
  const object = await db.selectFrom('right_objects').select('code').where('id', '=', objectId).executeTakeFirst()
  if (!object || !maySeeRight(caller, object.code)) throw new AppError('right.notFound')
  const members = await db.transaction().execute(async (tx) => {
    await allowAllCustomers(tx)
    const { rows } = await sql<Member>`
      select u.id as "userID", u.username, ${fullName} as name, ${visibleUsers(caller)} as "isSeen",
        exists (select from api_keys k where k.user_id = u.id) as "hasKey"
      from right_group_members m
      join staff u on u.id = m.user_id
      where m.group_id = ${groupId}
        and not exists (
          select
          from right_group_members other
          join right_group_objects held on held.group_id = other.group_id
          where other.user_id = m.user_id and other.group_id <> m.group_id and held.object_id = ${objectId})
      order by lower(u.username)`.execute(tx)
    return rows
  })
  const seen = members.filter(({ isSeen }) => isSeen).slice(0, namedMax)
  return {
    users: seen.map(({ userID, username, name }) => ({ userID, username, name })),
    userCount: members.length,
    keyCount: members.filter(({ hasKey }) => hasKey).length,
  }
}
