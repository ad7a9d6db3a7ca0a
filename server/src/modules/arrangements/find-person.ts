import type { Person } from '@regie/contract/person.ts'
import { sql } from 'kysely'
import { prepared } from '../../platform/db/prepared.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import type { ContactCaps } from '@regie/contract/customers.ts'
import { type Contact, weekMs } from '../contact-permission/contact-caps.ts'
import { toLocalTime } from '../contact-permission/local-time.ts'
import { type OpeningJson, readCaps } from '../hours/opening-json.ts'
import { type CaseData, caseColumns, caseRowsFor, caseTables } from '../cases/case-data.ts'
import { findCustomerOfCase } from '../cases/case-queries.ts'
import { casesWithSameIban } from '../contact-facts/same-iban.ts'
import { type ContactJson, contactsJson, readContacts } from '../contact-facts/person-facts.ts'

type Facts = Pick<OpeningJson, 'profile' | 'caps'> & { phones: string[]; email: string | null; contacts: ContactJson[] }
type Found = CaseData & { byPhone: boolean; byEmail: boolean; byIban: boolean }

const casesMax = 100

/** The other cases of this person at the same customer, what is claimed in all, and how often they were contacted beside the caps that hold. */
export async function findPerson({ db, pool, clock }: Services, caller: Caller, caseId: number): Promise<Person> {
  const customerId = await findCustomerOfCase(pool, caller, caseId)
  const now = clock.now()
  const { rows: facts } = await sql<Facts>`
    select k.compliance_profile as profile, k.contact_caps as caps,
      array_remove(array[c.phone, c.mobile], null) as phones, lower(c.email) as email,
      ${sql.raw(contactsJson('c', 'k', `'${now.toISOString()}'::timestamptz`))} as contacts
    from cases c join customers k on k.id = c.customer_id where c.customer_id = ${customerId} and c.id = ${caseId}`.execute(db)
  const [person] = facts
  if (!person) throw new Error(`case ${caseId} has gone`)
  const { phones, email } = person
  const [phone = null, otherPhone = null] = phones.map((number) => number.replace('+', ''))
  const found = await samePerson(pool, [customerId, phones, email, phone, otherPhone, casesMax, caseId])
  const others = found.filter((row) => row.caseID !== caseId)
  const shown = await caseRowsFor(pool, caller, others)
  const open = found.filter(({ status }) => status !== 'closed')
  return {
    cases: shown.map((row, at) => ({ ...row, sharedBy: sharedBy(others[at]) })),
    claims: {
      count: open.length,
      sums: [...Map.groupBy(open, ({ currency }) => currency)].map(([currency, rows]) => ({
        currency,
        outstandingCents: rows.reduce((sum, row) => sum + (row.outstandingCents ?? 0), 0),
      })),
    },
    contacts: countContacts(readContacts(person.contacts), readCaps(person), now),
  }
}

// A phone is looked for among the words that cases are found by (docs/decisions/0005), and compared in full after that.
const samePerson = prepared<Found>(
  'same-person',
  `with by_iban as materialized (
    select case_id
    from (select $1::bigint as customer_id, $7::bigint as id) asked
    cross join lateral ${casesWithSameIban('asked')} shared
  ), alike as materialized (
    select case_id from case_search where customer_id = $1 and email = $3
    union select search_case_ids($1, array[$4::text], '-', null, null) where $4 is not null
    union select search_case_ids($1, array[$5::text], '-', null, null) where $5 is not null
    union select case_id from by_iban
  ), cases_alike as (
    select ${caseColumns}, coalesce(c.phone = any ($2::text[]) or c.mobile = any ($2::text[]), false) as "byPhone",
      coalesce(lower(c.email) = $3, false) as "byEmail",
      c.id in (select case_id from by_iban) as "byIban"
    from alike
    join ${caseTables} on c.customer_id = $1 and c.id = alike.case_id
    where not b.is_demo
  )
  select *
  from cases_alike
  where "byPhone" or "byEmail" or "byIban"
  order by "caseID" desc
  limit $6`,
)

function sharedBy(row: Found | undefined): Person['cases'][number]['sharedBy'] {
  return [
    ...(row?.byPhone ? (['phone'] as const) : []),
    ...(row?.byEmail ? (['email'] as const) : []),
    ...(row?.byIban ? (['iban'] as const) : []),
  ]
}

function countContacts(contacts: readonly Contact[], caps: ContactCaps, now: Date): Person['contacts'] {
  const today = toLocalTime(now).date
  const ever = contacts.filter(({ left }) => left)
  const recent = ever.filter(({ at }) => at.getTime() > now.getTime() - weekMs)
  const calls = recent.filter(({ written }) => !written)
  const callsToday = calls.filter(({ at }) => toLocalTime(at).date === today)
  return {
    callsToday: callsToday.length,
    answeredToday: callsToday.filter(({ answered }) => answered).length,
    callsThisWeek: calls.length,
    writtenThisWeek: recent.length - calls.length,
    everContacted: caps.contactsPerLifetime === null ? null : ever.length,
    caps,
  }
}
