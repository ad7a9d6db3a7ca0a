import type { ResponseOf } from '@regie/contract/endpoint.ts'
import type { rightsApi } from '@regie/contract/rights.ts'
import { sql } from 'kysely'
import { AppError } from '../../platform/app-error.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import { fullName, maySeeRight } from './group-queries.ts'
import { visibleUsers } from './visible-users.ts'

type Holder = ResponseOf<typeof rightsApi.who>[number]

/** "Wie mag dit?": who of the users that the caller sees holds a right, and by which groups. */
export async function whoMay(db: Db, caller: Caller, code: number, customerId?: number): Promise<Holder[]> {
  if (customerId !== undefined) mustAccessCustomer(caller, customerId, 'customer.notFound')
  const object = await db.selectFrom('right_objects').select('id').where('code', '=', code).executeTakeFirst()
  if (!object || !maySeeRight(caller, code)) throw new AppError('right.notFound')
  const { rows } = await sql<Holder>`
    select u.id as "userID", u.username, ${fullName} as name, u.locked_at is not null as locked,
      coalesce(json_agg(g.name
          order by g.name) filter (where g.customer_id is null
            or g.customer_id = any(${[...caller.customerIds]}::bigint[])),
        '[]') as groups
    from right_group_objects o
    join right_groups g on g.id = o.group_id
    join right_group_members m on m.group_id = g.id
    join staff u on u.id = m.user_id
    where o.object_id = ${object.id}
      and ${visibleUsers(caller)} ${customerId === undefined ? sql`` : sql`and u.customer_id = ${customerId}`}
    group by u.id, u.username, u.first_name, u.middle_name, u.last_name, u.locked_at
    order by lower(u.username)`.execute(db)
  return rows
}
