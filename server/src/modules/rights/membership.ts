import { sql } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'
import { selectGroupsForUpdate } from './group-changes.ts'
import { type Granter, mustHoldAll, mustStandAbove } from './right-guards.ts'

/** Puts users into groups whose every right the granter holds; who is in already stays. The caller has looked whether he may see the users. */
export async function addToGroups(
  tx: Transaction,
  granter: Granter,
  userIds: readonly number[],
  groupIds: readonly number[],
): Promise<void> {
  const groups = await selectGroupsForUpdate(tx, granter, groupIds)
  mustHoldAll(granter, new Set(groups.flatMap(({ codes }) => codes)))
  await sql`
    insert into right_group_members (group_id, user_id)
    select g, u from unnest(${[...groupIds]}::bigint[]) as g cross join unnest(${[...userIds]}::bigint[]) as u
    on conflict do nothing`.execute(tx)
}

/** Takes users out of groups; not those who stand above the granter. End the change with `endRightsChange`. */
export async function removeFromGroups(
  tx: Transaction,
  granter: Granter,
  userIds: readonly number[],
  groupIds: readonly number[],
): Promise<void> {
  await selectGroupsForUpdate(tx, granter, groupIds)
  await mustStandAbove(tx, granter, userIds)
  await tx.deleteFrom('right_group_members').where('group_id', 'in', groupIds).where('user_id', 'in', userIds).execute()
}
