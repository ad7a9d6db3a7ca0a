import { sql } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'
import { lockGroups } from './group-changes.ts'
import { type Giver, mustHoldAll, mustStandAbove } from './right-guards.ts'

/** Puts users into groups whose every right the giver holds; who is in already stays. The caller has looked whether he may see the users. */
export async function addToGroups(tx: Transaction, giver: Giver, userIds: readonly number[], groupIds: readonly number[]): Promise<void> {
  const groups = await lockGroups(tx, giver, groupIds)
  mustHoldAll(giver, new Set(groups.flatMap(({ codes }) => codes)))
  await sql`
    insert into right_group_members (group_id, user_id)
    select g, u from unnest(${[...groupIds]}::bigint[]) as g cross join unnest(${[...userIds]}::bigint[]) as u
    on conflict do nothing`.execute(tx)
}

/** Takes users out of groups; not those who stand above the giver. End the change with `endRightsChange`. */
export async function removeFromGroups(
  tx: Transaction,
  giver: Giver,
  userIds: readonly number[],
  groupIds: readonly number[],
): Promise<void> {
  await lockGroups(tx, giver, groupIds)
  await mustStandAbove(tx, giver, userIds)
  await tx.deleteFrom('right_group_members').where('group_id', 'in', groupIds).where('user_id', 'in', userIds).execute()
}
