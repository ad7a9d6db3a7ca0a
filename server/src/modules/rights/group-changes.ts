import { sql } from 'kysely'
import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { violatedConstraint } from '../../platform/db/database-trouble.ts'
import { mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Granter } from './right-guards.ts'
import { managesInstallation, visibleUsers } from './visible-users.ts'

export type LockedGroup = { id: number; customerId: number | null; version: number; everyRight: boolean; codes: number[] }

/** Takes groups that the caller may see, all of them, with every right that they hold. */
export async function selectGroupsForUpdate(tx: Transaction, { caller }: Granter, groupIds: readonly number[]): Promise<LockedGroup[]> {
  const ids = [...new Set(groupIds)]
  const { rows } = await sql<LockedGroup>`
    select g.id, g.customer_id as "customerId", g.version, g.every_right as "everyRight",
      to_json(codes_of_group(g.id)) as codes
    from right_groups g
    where g.id = any(${ids}::bigint[])
      and (g.customer_id is null or g.customer_id = any(${[...caller.customerIds]}::bigint[]))
    order by g.id for update of g`.execute(tx)
  if (rows.length < ids.length) throw new AppError('right.notFound')
  return rows
}

/** Takes one group to change it. Those of the installation are for all customers, so not everybody changes them. */
export async function selectGroupForUpdate(tx: Transaction, granter: Granter, groupId: number): Promise<LockedGroup> {
  const [group] = await selectGroupsForUpdate(tx, granter, [groupId])
  if (!group) throw new AppError('right.notFound')
  mustOwn(granter, group.customerId)
  return group
}

export function mustOwn({ caller }: Granter, customerId: number | null): void {
  if (customerId !== null) mustAccessCustomer(caller, customerId, 'customer.notFound')
  else if (!managesInstallation(caller)) throw new AppError('error.rightMissing')
}

export async function mustSeeUsers(tx: Transaction, { caller }: Granter, userIds: readonly number[]): Promise<void> {
  const ids = [...new Set(userIds)]
  const { rows } = await sql<{ seen: number }>`
    select count(*) as seen from users u where u.id = any(${ids}::bigint[]) and not u.is_machine
      and ${visibleUsers(caller)}`.execute(tx)
  if ((rows[0]?.seen ?? 0) < ids.length) throw new AppError('user.notFound')
}

/** Runs a change of names; one that another group of the customer has is refused at its field. */
export async function refuseTakenName<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (violatedConstraint(error) === 'right_groups_name') throw new AppError('right.nameTaken', { field: 'name' })
    throw error
  }
}
