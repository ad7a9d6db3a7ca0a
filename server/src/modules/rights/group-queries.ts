import type { RightGroup } from '@regie/contract/rights.ts'
import { customerOfRight } from '@regie/contract/right-codes.ts'
import { type RawBuilder, sql } from 'kysely'
import { AppError } from '../../platform/app-error.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import { visibleUsers } from './visible-users.ts'

type Row = Omit<RightGroup, 'objects' | 'codes'> & { objects: { id: number; code: number }[] }

/** The groups of a customer, or of all that the caller serves, and those of the installation. */
export function listGroups(db: Db, caller: Caller, customerId?: number): Promise<RightGroup[]> {
  if (customerId !== undefined) mustAccessCustomer(caller, customerId, 'customer.notFound')
  return findGroups(
    db,
    caller,
    customerId === undefined
      ? sql`true`
      : sql`
    (g.customer_id is null or g.customer_id = ${customerId})`,
  )
}

/** A group that the caller may see. */
export async function findGroup(db: Db, caller: Caller, groupId: number): Promise<RightGroup> {
  const [group] = await findGroups(db, caller, sql`g.id = ${groupId}`)
  if (!group) throw new AppError('right.notFound')
  return group
}

/** First and last name with what stands between, of the users that a query calls `u`. */
export const fullName = sql<string>`
  concat_ws(' ', nullif(u.first_name, ''), nullif(u.middle_name, ''), nullif(u.last_name, ''))`

/** Another customer's right is as unknown as the customer. */
export function maySeeRight(caller: Caller, code: number): boolean {
  const customerId = customerOfRight(code)
  return customerId === null || caller.customerIds.includes(customerId)
}

async function findGroups(db: Db, caller: Caller, condition: RawBuilder<unknown>): Promise<RightGroup[]> {
  const { rows } = await sql<Row>`
    select g.id, g.customer_id as "customerID", g.name, g.description, g.version,
      g.every_right as "everyRight",
      (select coalesce(json_agg(json_build_object('id', o.id, 'code', o.code) order by o.code), '[]')
        from right_group_objects m join right_objects o on o.id = m.object_id where m.group_id = g.id) as objects,
      (select coalesce(json_agg(json_build_object('userID', u.id, 'username', u.username, 'name', ${fullName})
          order by lower(u.username)), '[]')
        from right_group_members m
        join staff u on u.id = m.user_id
        where m.group_id = g.id and ${visibleUsers(caller)}) as members
    from right_groups g
    where (g.customer_id is null or g.customer_id = any(${[...caller.customerIds]}::bigint[])) and ${condition}
    order by g.customer_id nulls first, lower(g.name)`.execute(db)
  return rows.map(({ objects, ...group }) => {
    const seen = objects.filter(({ code }) => maySeeRight(caller, code))
    return { ...group, objects: seen.map(({ id }) => id), codes: seen.map(({ code }) => code) }
  })
}
