import type { Contact } from '../contact-permission/contact-caps.ts'
import { complianceProfile } from '../contact-permission/compliance-profile.ts'
import { hasCaps } from '../contact-permission/contact-caps.ts'
import { ruleFieldKeys } from '../contact-permission/contact-wishes.ts'
import { casesWithSameIban } from './same-iban.ts'

/** What is known of the person of a case beyond the case: see the fragments below. */
export type PersonRow = {
  blacklisted: string[]
  own_addresses: string[] | null
  disputed: boolean
  debt_help: boolean
  rule_fields: (string | null)[]
}
export type ContactJson = Omit<Contact, 'at'> & { at: string }

const uncapped = Object.entries(complianceProfile).flatMap(([name, { caps }]) => (hasCaps(caps) ? [] : [`'${name}'`]))

/** SQL: an entry of one script stops the contacts of that script alone; any other one stops all of its customer. */
export const listingHoldsFor = (entry: string, one: string) => `(${entry}.script_id is null or ${entry}.script_id = (
      select b.script_id from batches b where b.customer_id = ${one}.customer_id and b.id = ${one}.batch_id))`

/** SQL: what of a case's addresses is on the blacklist, whose own addresses a demo may use, whether a dispute or complaint is open, whether debt help lasts, and the fields that decide how the person may be contacted. `moment` is now, as SQL. */
export const personColumns = (one: string, moment: string) => `
  coalesce((select array_agg(l.value) from (values ('phone', ${one}.phone), ('phone', ${one}.mobile), ('email', lower(${one}.email))) as a(kind, value)
    join blacklist l on l.customer_id = ${one}.customer_id and l.kind = a.kind and l.value = a.value and (l.expires_at is null or l.expires_at > ${moment})
      and ${listingHoldsFor('l', one)}), '{}') as blacklisted,
  (select array[u.mobile, u.phone, lower(u.email)] from demos d join contacts u on u.user_id = d.user_id
    where d.customer_id = ${one}.customer_id and d.case_id = ${one}.id) as own_addresses,
  exists (select from complaints x where x.customer_id = ${one}.customer_id and x.case_id = ${one}.id and x.state <> 'resolved') as disputed,
  exists (
    select from debt_help d
    where d.customer_id = ${one}.customer_id and d.case_id = ${one}.id and d.ended_on is null) as debt_help,
  array[${ruleFieldKeys.map((key) => `${one}.fields ->> '${key}'`).join(', ')}] as rule_fields`

/** SQL: does any cap hold for this customer? Where none does, nobody is counted. */
export const mayHaveCaps = (customer: string) =>
  `(${customer}.contact_caps is not null or ${customer}.compliance_profile not in (${uncapped.join(', ')}))`

/** SQL: the addresses of the person of a case, in lower case: its own, and those of the cases that share an IBAN with it. */
export const addressesOfPerson = (one: string) => `(
    select distinct lower(value) as value
    from (
      select array[${one}.phone, ${one}.mobile, ${one}.email] as addresses
      union all
      select array[other.phone, other.mobile, other.email]
      from ${casesWithSameIban(one)} shared
      join cases other on other.customer_id = ${one}.customer_id and other.id = shared.case_id) person
    cross join lateral unnest(person.addresses) as value
    where value is not null)`

/**
 * SQL: the contacts with the person of a case in the week before `moment`, or all there ever were where a cap over a lifetime holds, as JSON. A person
 * is whoever has its phone, mobile or e-mail address, however the letters of that address are written, or one of a case that shares an IBAN with it.
 * What waits counts from when it was queued: of two that would make one too many, the first queued goes. What an engine has only claimed waits
 * still: two in one claim would else hold each other. A fortnight of waiting is searched. Letters count like messages, over all cases of the person; their ids are negative, so
 * that none is taken for a message. `customer` is the alias of the customers table.
 */
export const contactsJson = (one: string, customer: string, moment: string) => `(
  select coalesce(json_agg(contact.as_json), '[]')
  from (
    select json_build_object(
      'id', m.id,
      'written', m.channel <> 'call',
      'answered', coalesce(m.delivery in ('answered', 'transferred'), false),
      'at', coalesce(m.started_at, m.queued_at),
      'left', m.state <> 'queued' or exists (
        select from outbox o
        where o.customer_id = m.customer_id and o.communication_id = m.id and o.state = 'started')) as as_json
    from ${addressesOfPerson(one)} a
    join communications m on m.customer_id = ${one}.customer_id
      and m.person = a.value
      and m.queued_at > ${since(customer, moment, '14 days')}
    where m.state in ('queued', 'sent', 'unknown') and not m.inbound
      and coalesce(m.started_at, m.queued_at) > ${since(customer, moment, '7 days')}
    union all
    select json_build_object('id', -l.id, 'written', true, 'answered', false,
      'at', coalesce(l.handed_at, l.queued_at), 'left', l.state = 'handedOver')
    from (
      select p.letter_id as id
      from ${addressesOfPerson(one)} a
      join letter_persons p on p.customer_id = ${one}.customer_id and p.person = a.value
      union
      select own.id
      from letters own
      where own.customer_id = ${one}.customer_id
        and own.case_id in (select ${one}.id union all select mate.case_id from ${casesWithSameIban(one)} mate)) theirs
    join letters l on l.customer_id = ${one}.customer_id and l.id = theirs.id
    where l.state in ('drawing', 'queued', 'handedOver')
      and coalesce(l.handed_at, l.queued_at) > ${since(customer, moment, '7 days')}) contact)`

const since = (customer: string, moment: string, days: string) =>
  `case when ${customer}.contact_caps ->> 'contactsPerLifetime' is null then ${moment} - interval '${days}' else '-infinity' end`

/** The contacts as the rules read them. */
export function readContacts(contacts: readonly ContactJson[]): Contact[] {
  return contacts.map((contact) => ({ ...contact, at: new Date(contact.at) }))
}
