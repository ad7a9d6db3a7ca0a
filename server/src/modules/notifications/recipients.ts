import { ownCustomerRight } from '@regie/contract/right-codes.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

// A notice to more people than this is nobody's task.
const holdersMax = 200

/** The users who hold all of these rights at a customer and can sign in. */
export async function listHolders(db: Db, customerId: number, rights: readonly number[]): Promise<number[]> {
  const codes = [...rights, ownCustomerRight(customerId)]
  const { rows } = await sql<{ id: number }>`
    select m.user_id as id
    from right_group_members m
    join right_group_objects g on g.group_id = m.group_id
    join right_objects o on o.id = g.object_id
    join users u on u.id = m.user_id
    where o.code = any(${codes}::int[]) and u.locked_at is null
    group by m.user_id
    having count(distinct o.code) = ${codes.length}
    order by m.user_id
    limit ${holdersMax}`.execute(db)
  return rows.map(({ id }) => id)
}

/** The users with these names who hold a right at a customer, whatever the case of the letters. */
export async function listNamed(db: Db, customerId: number, right: number, usernames: readonly string[]): Promise<number[]> {
  if (usernames.length === 0) return []
  const wanted = usernames.map((name) => name.toLowerCase())
  const { rows } = await sql<{ id: number }>`
    select u.id
    from users u
    where lower(u.username) = any(${wanted}::text[]) and u.locked_at is null
      and u.id in (
        select m.user_id
        from right_group_members m
        join right_group_objects g on g.group_id = m.group_id
        join right_objects o on o.id = g.object_id
        where o.code in (${right}, ${ownCustomerRight(customerId)})
        group by m.user_id
        having count(distinct o.code) = 2)`.execute(db)
  return rows.map(({ id }) => id)
}
