import type { Contact } from '@regie/contract/contact.ts'
import { type contactApi, contactSorts } from '@regie/contract/contacts.ts'
import type { RequestOf, ResponseOf } from '@regie/contract/endpoint.ts'
import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod'
import { AppError } from '../../platform/app-error.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { decodeCursor, pageFrom } from '../../platform/db/page.ts'
import { isoText } from '../../platform/db/prepared.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'

type Query = RequestOf<typeof contactApi.list>['query']
export type ContactFilters = Omit<Query, 'sort' | 'direction' | 'limit' | 'cursor'>

const locales = sql.raw(`('nl', 'eng', 'fr')`)

/** SQL: a contact as screens show it, of the contacts that a query calls `c` and their users `u`. */
const contactFields = sql`
  c.id as "contactID", c.customer_id as "customerID", c.user_id as "userID", c.salutation, c.initials,
  c.first_name as "firstName", c.middle_name as "middleName", c.last_name as "lastName", c.department,
  c.job_title as "jobTitle", c.email, c.phone, c.mobile,
  case when u.settings ->> 'locale' in ${locales} then u.settings ->> 'locale' else c.locale end as locale,
  c.notes, c.active, ${sql.raw(isoText('c.created_at'))} as "createdAt",
  ${sql.raw(isoText('c.updated_at'))} as "updatedAt", c.version`
const contactTables = sql`contacts c left join users u on u.id = c.user_id`

// What a sort compares, as text that reads back the same; never null, so that a cursor can stand anywhere.
const sortKeys: Record<Query['sort'], { column: string; type: string }> = {
  lastName: { column: 'lower(c.last_name)', type: 'text' },
  firstName: { column: 'lower(c.first_name)', type: 'text' },
  email: { column: 'lower(c.email)', type: 'text' },
  department: { column: 'lower(c.department)', type: 'text' },
  updatedAt: { column: 'c.updated_at', type: 'timestamptz' },
}
const Cursor = z.tuple([z.enum(contactSorts), z.string(), z.number()])

/** SQL: the contacts that the filters leave. Every word of the search stands somewhere in name, address, number, department or job title. */
export function contactConditions({ customerID, q, active, login, listID }: ContactFilters): RawBuilder<unknown> {
  const words = (q ?? '').split(/\s+/).filter((word) => word !== '')
  return sql.join(
    [
      sql`c.customer_id = ${customerID}`,
      ...(active === undefined ? [] : [sql`c.active = ${active === 'yes'}`]),
      ...(login === undefined ? [] : [sql`(c.user_id is not null) = ${login === 'yes'}`]),
      ...(listID === undefined
        ? []
        : [
            sql`c.id in (
              select contact_id
              from contact_list_members
              where customer_id = ${customerID} and list_id = ${listID})`,
          ]),
      ...words.map(
        (word) => sql`concat_ws(' ', c.initials, c.first_name, c.middle_name, c.last_name, c.email, c.phone, c.mobile,
          c.department, c.job_title) ilike ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`,
      ),
    ],
    sql` and `,
  )
}

/** A page of the contacts of a customer. */
export async function listContacts(db: Db, caller: Caller, query: Query): Promise<ResponseOf<typeof contactApi.list>> {
  const { sort, direction, limit, cursor, ...filters } = query
  mustAccessCustomer(caller, filters.customerID, 'customer.notFound')
  const conditions = contactConditions(filters)
  const place = cursor === undefined ? null : placeOf(cursor, sort)
  const { column, type } = sortKeys[sort]
  const [key, order, beyond] = [sql.raw(column), sql.raw(direction), sql.raw(direction === 'asc' ? '>' : '<')]
  const after = place
    ? sql`
      and (${key}, c.id) ${beyond} (${place[1]}::text::${sql.raw(type)}, ${place[2]}::bigint)`
    : sql``
  const { rows: found } = await sql<Contact & { sortValue: string }>`
    select ${contactFields}, (${key})::text as "sortValue"
    from ${contactTables}
    where ${conditions} ${after}
    order by ${key} ${order}, c.id ${order}
    limit ${limit + 1}`.execute(db)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from contacts c where ${conditions}`.execute(db)
  const { rows, nextCursor } = pageFrom(found, limit, (row) => [sort, row.sortValue, row.contactID])
  return { rows: rows.map(({ sortValue: _sortValue, ...row }) => row), nextCursor, total: { value: counted[0]?.total ?? 0, exact: true } }
}

function placeOf(cursor: string, sort: Query['sort']) {
  const place = decodeCursor(Cursor, cursor)
  // A cursor of another order would skip rows in silence.
  if (place[0] !== sort) throw new AppError('error.invalid', { field: 'cursor' })
  return place
}

/** A contact of a customer that the caller serves. */
export async function findContact(db: Db, caller: Caller, customerId: number, contactId: number): Promise<Contact> {
  mustAccessCustomer(caller, customerId, 'contact.notFound')
  return findFirst(db, sql`c.customer_id = ${customerId} and c.id = ${contactId}`)
}

/** The contact of who is signed in. */
export const findContactOfUser = (db: Db, userId: number): Promise<Contact> => findFirst(db, sql`c.user_id = ${userId}`)

async function findFirst(db: Db, condition: RawBuilder<unknown>): Promise<Contact> {
  const { rows } = await sql<Contact>`select ${contactFields} from ${contactTables} where ${condition}`.execute(db)
  if (!rows[0]) throw new AppError('contact.notFound')
  return rows[0]
}

/** A contact that stays as it is until the transaction ends. */
export async function selectContactForUpdate(tx: Transaction, caller: Caller, customerId: number, contactId: number): Promise<Contact> {
  mustAccessCustomer(caller, customerId, 'contact.notFound')
  await sql`
    select from contacts where customer_id = ${customerId} and id = ${contactId} for update`.execute(tx)
  return findContact(tx, caller, customerId, contactId)
}

/** Contacts by their ids, or all that the filters leave, by name. */
export async function findContacts(db: Db, condition: RawBuilder<unknown>, limit: number): Promise<Contact[]> {
  const { rows } = await sql<Contact>`
    select ${contactFields}
    from ${contactTables}
    where ${condition}
    order by lower(c.last_name), lower(c.first_name), c.id
    limit ${limit}`.execute(db)
  return rows
}

const selectableMax = 5000

/** The active contacts of a customer to choose from, by name. */
export async function listSelectable(db: Db, caller: Caller, customerId: number): Promise<ResponseOf<typeof contactApi.select>> {
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  const { rows } = await sql<{ contactID: number; name: string; email: string }>`
    select c.id as "contactID", c.email,
      concat_ws(' ', nullif(c.first_name, ''), nullif(c.middle_name, ''), nullif(c.last_name, '')) as name
    from contacts c
    where c.customer_id = ${customerId} and c.active
    order by lower(c.last_name), lower(c.first_name), c.id
    limit ${selectableMax}`.execute(db)
  return rows
}
