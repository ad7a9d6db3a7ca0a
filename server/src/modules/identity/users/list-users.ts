import type { RequestOf, ResponseOf } from '@regie/contract/endpoint.ts'
import { type userApi, type UserRow, userSorts } from '@regie/contract/users.ts'
import { sql } from 'kysely'
import * as z from 'zod'
import { AppError } from '../../../platform/app-error.ts'
import { decodeCursor, pageFrom } from '../../../platform/db/page.ts'
import { type Caller, mustAccessCustomer } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { visibleUsers } from '../../rights/visible-users.ts'
import { stateOf, userColumns } from './user-rows.ts'

type Query = RequestOf<typeof userApi.list>['query']
type Sort = Query['sort']

// What a sort compares, as text that reads back the same; never null, so that a cursor can stand anywhere.
const sortKeys: Record<Sort, { column: string; type: string }> = {
  username: { column: 'lower(u.username)', type: 'text' },
  lastName: { column: 'lower(u.last_name)', type: 'text' },
  email: { column: 'lower(u.email)', type: 'text' },
  lastLoginAt: { column: `coalesce(u.last_login_at, '-infinity')`, type: 'timestamptz' },
}
const Cursor = z.tuple([z.enum(userSorts), z.string(), z.number()])

/** A page of the users that a manager sees, of one customer or of all of his. Every word of the search stands somewhere in name, username or address. */
export async function listUsers({ db, clock }: Services, caller: Caller, query: Query): Promise<ResponseOf<typeof userApi.list>> {
  const { customerID, state, groupID, q, sort, direction, limit, cursor } = query
  if (customerID !== undefined) mustAccessCustomer(caller, customerID, 'customer.notFound')
  const now = clock.now()
  const words = (q ?? '').split(/\s+/).filter((word) => word !== '')
  const conditions = sql.join(
    [
      visibleUsers(caller),
      ...(customerID === undefined ? [] : [sql`(u.customer_id = ${customerID} or u.customer_id is null)`]),
      ...(state === undefined ? [] : [sql`${stateOf(now)} = ${state}`]),
      ...(groupID === undefined
        ? []
        : [
            sql`exists (select from right_group_members m
              join right_groups g on g.id = m.group_id
              where g.id = ${groupID} and m.user_id = u.id
            and (g.customer_id is null or g.customer_id = any(${[...caller.customerIds]}::bigint[])))`,
          ]),
      ...words.map(
        (word) => sql`concat_ws(' ', u.username, u.first_name, u.middle_name, u.last_name,
            u.email) ilike ${`%${escapeLike(word)}%`}`,
      ),
    ],
    sql` and `,
  )
  const { column, type } = sortKeys[sort]
  const [key, order, beyond] = [sql.raw(column), sql.raw(direction), sql.raw(direction === 'asc' ? '>' : '<')]
  const place = cursor === undefined ? null : placeOf(cursor, sort)
  const after = place
    ? sql`and (${key}, u.id) ${beyond} (${place[1]}::text::${sql.raw(type)}, ${place[2]}::bigint)`
    : sql`
    `
  const { rows: found } = await sql<UserRow & { sortValue: string }>`
    select ${userColumns(caller, now)}, (${key})::text as "sortValue" from staff u
    where ${conditions} ${after} order by ${key} ${order}, u.id ${order} limit ${limit + 1}`.execute(db)
  const { rows: counted } = await sql<{ total: number }>`select count(*) as total from staff u where ${conditions}`.execute(db)
  const { rows, nextCursor } = pageFrom(found, limit, (row) => [sort, row.sortValue, row.userID])
  return { rows: rows.map(({ sortValue: _sortValue, ...row }) => row), nextCursor, total: { value: counted[0]?.total ?? 0, exact: true } }
}

function placeOf(cursor: string, sort: Sort) {
  const place = decodeCursor(Cursor, cursor)
  // A cursor of another order would skip rows in silence.
  if (place[0] !== sort) throw new AppError('error.invalid', { field: 'cursor' })
  return place
}

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')
