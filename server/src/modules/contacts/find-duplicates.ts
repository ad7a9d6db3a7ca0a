import type { Contact } from '@regie/contract/contact.ts'
import type { Duplicates } from '@regie/contract/contacts.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import { findContacts } from './contact-queries.ts'

const groupsMax = 50

/** Contacts that share an address, a phone or a mobile; those with one address first, and not those who all sign in: none of them could go. Two who are found by both stand there once. */
export async function findDuplicates(db: Db, caller: Caller, customerId: number): Promise<Duplicates[]> {
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  const { rows: groups } = await sql<{ by: Duplicates['by']; ids: number[] }>`
    select by, ids
    from (
      select distinct on (ids) by, ids
      from (
        select 'email' as by, array_agg(id order by id) as ids
        from contacts
        where customer_id = ${customerId} and email <> ''
        group by lower(email)
        having count(*) > 1 and count(*) > count(user_id)
        union all
        select 'phone', array_agg(distinct id order by id)
        from contacts, unnest(array[phone, mobile]) number
        where customer_id = ${customerId} and number <> ''
        group by number
        having count(distinct id) > 1 and count(distinct id) > count(distinct user_id)) found
      order by ids, by) each
    order by by, ids
    limit ${groupsMax}`.execute(db)
  const ids = [...new Set(groups.flatMap((group) => group.ids))]
  if (ids.length === 0) return []
  const contacts = await findContacts(db, sql`c.customer_id = ${customerId} and c.id = any(${ids}::bigint[])`, ids.length)
  const byId = new Map(contacts.map((contact) => [contact.contactID, contact]))
  return groups.map((group) => ({
    by: group.by,
    contacts: group.ids.map(Number).flatMap((id): Contact[] => {
      const contact = byId.get(id)
      return contact ? [contact] : []
    }),
  }))
}
