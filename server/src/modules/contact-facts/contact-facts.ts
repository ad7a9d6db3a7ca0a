import type { BatchStatus } from '@regie/contract/batches.ts'
import type { CaseStatus } from '@regie/contract/cases.ts'
import { sql } from 'kysely'
import type { ChannelProviders } from '../../gateways/gateways.ts'
import type { Db } from '../../platform/db/database.ts'
import { hasCaps } from '../contact-permission/contact-caps.ts'
import type { ContactFacts } from '../contact-permission/contact-permission.ts'
import { debtorOf } from '../contact-permission/debtor.ts'
import { toLocalTime } from '../contact-permission/local-time.ts'
import { matchesFilters } from '../filters/filter-match.ts'
import { filtersJson } from '../filters/filter-sql.ts'
import { fillFilter, type StoredFilter } from '../filters/stored-filters.ts'
import { type ProvidersJson, providersJson, readCarriers } from '../providers/providers-json.ts'
import { type OpeningJson, openingJson, readCaps, readOpening } from '../hours/opening-json.ts'
import type { StaffContact } from '../contact-permission/staff-contact.ts'
import { findStaffContacts } from './staff-facts.ts'
import { type ContactJson, contactsJson, type PersonRow, personColumns, readContacts } from './person-facts.ts'
import { addressesOf, ruleFieldsOf } from './address-facts.ts'

/** The facts of a case, with whoever would carry each channel of it. */
export type CaseFacts = ContactFacts & { providers: ChannelProviders }

// A bank session lasts 15 minutes; five more for the news to arrive.
export const bankSessionMinutes = 20

export type FactsRow = PersonRow & {
  case_id: number
  batch_id: number
  script_id: number
  case_status: CaseStatus
  case_paused_until: Date | null
  case_paused_for: string | null
  batch_status: BatchStatus
  batch_paused_until: Date | null
  is_demo: boolean
  number_recognition: boolean
  script_active: boolean
  opening: OpeningJson
  /** The script's active filters, and the fields that they ask about. */
  filters: StoredFilter[] | null
  /** The customer's providers that carry this script, by channel. */
  providers: ProvidersJson | null
  fields: Record<string, string> | null
  phone: string | null
  mobile: string | null
  email: string | null
  bank_opened_at: Date | null
  in_progress: boolean
  contacts: ContactJson[] | null
  /** Left out where staff ask: what they did themselves does not hold them. */
  staff_contacts?: readonly StaffContact[]
}

type BatchRow = Pick<
  FactsRow,
  | 'batch_id'
  | 'script_id'
  | 'batch_status'
  | 'batch_paused_until'
  | 'is_demo'
  | 'number_recognition'
  | 'script_active'
  | 'opening'
  | 'filters'
  | 'providers'
>
type CaseIds = Pick<CaseRow, 'customer_id' | 'batch_id' | 'case_id'>
type CaseRow = Omit<FactsRow, Exclude<keyof BatchRow, 'batch_id'> | 'contacts' | 'fields' | 'staff_contacts'> & { customer_id: number }

/** Gathers what contactPermission() needs, for many cases of any customers at once. Read it in the transaction that acts on it. */
export async function findContactFacts(
  db: Db,
  providers: ChannelProviders,
  cases: readonly { customerId: number; caseId: number }[],
  now: Date,
): Promise<Map<number, CaseFacts>> {
  const { rows } = await sql<CaseRow>`
    with moment as (select ${now}::timestamptz as now)
    select c.id as case_id, c.customer_id, c.batch_id, c.status as case_status, c.paused_until as case_paused_until,
      c.paused_for as case_paused_for,
      c.phone, c.mobile, c.email, p.bank_opened_at, coalesce(p.in_progress, false) as in_progress,
      ${sql.raw(personColumns('c', '(select now from moment)'))}
    from unnest(${cases.map((c) => c.customerId)}::bigint[],
      ${cases.map((c) => c.caseId)}::bigint[]) as wanted(customer_id, case_id)
    join cases c on c.customer_id = wanted.customer_id and c.id = wanted.case_id
    left join lateral (
      select max(bank_opened_at) filter (where state = 'bank_opened') as bank_opened_at,
        bool_or(state = 'in_progress') as in_progress
      from payment_links
      where customer_id = c.customer_id and case_id = c.id and state in ('bank_opened', 'in_progress')) p on true`.execute(db)
  const batches = await findBatchRows(db, rows)
  const capped = rows.filter((row) => {
    const batch = batches.get(row.batch_id)
    return batch !== undefined && hasCaps(readCaps(batch.opening))
  })
  const contacts = await findContacts(db, capped, now)
  const staffContacts = await findStaffContacts(db, rows, now)
  const fields = await findFields(
    db,
    rows.filter((row) => batches.get(row.batch_id)?.filters),
  )
  return new Map(
    rows.flatMap((row) => {
      const batch = batches.get(row.batch_id)
      if (!batch) return []
      const own = { staff_contacts: staffContacts.get(row.case_id) ?? [], fields: fields.get(row.case_id) ?? null }
      const more = { contacts: contacts.get(row.case_id) ?? null, ...own }
      return [[row.case_id, factsOf({ ...row, ...batch, ...more }, providers, now)]]
    }),
  )
}

/** The first of these days on which the filters of its script let a case pass, if nobody changes them or it; null: on none of them. */
export async function findPassingDay(db: Db, ref: { customerId: number; batchId: number; caseId: number }, days: readonly string[]) {
  const row = { customer_id: ref.customerId, batch_id: ref.batchId, case_id: ref.caseId }
  const filters = (await findBatchRows(db, [row])).get(ref.batchId)?.filters?.map(fillFilter) ?? []
  const fields = (await findFields(db, [row])).get(ref.caseId) ?? {}
  return days.find((day) => matchesFilters(filters, fields, day)) ?? null
}

/** What their batches, scripts and customers say, once for each batch: read with every case it cost three times what the cases cost. */
async function findBatchRows(db: Db, cases: readonly CaseIds[]): Promise<Map<number, BatchRow>> {
  const customerOf = new Map(cases.map((row) => [row.batch_id, row.customer_id]))
  const { rows } = await sql<BatchRow>`
    select b.id as batch_id, b.script_id, b.status as batch_status, b.paused_until as batch_paused_until, b.is_demo,
      b.number_recognition,
      s.active as script_active, ${sql.raw(openingJson('s', 'k'))} as opening, ${sql.raw(filtersJson('s'))} as filters,
      ${sql.raw(providersJson('s'))} as providers
    from unnest(${[...customerOf.values()]}::bigint[], ${[...customerOf.keys()]}::bigint[]) as wanted(customer_id,
      batch_id)
    join batches b on b.customer_id = wanted.customer_id and b.id = wanted.batch_id
    join scripts s on s.customer_id = b.customer_id and s.id = b.script_id
    join customers k on k.id = b.customer_id`.execute(db)
  return new Map(rows.map((row) => [row.batch_id, row]))
}

/** Asked apart, and only of customers with caps: most batches spare themselves the search. */
async function findContacts(db: Db, cases: readonly CaseRow[], now: Date): Promise<Map<number, ContactJson[]>> {
  if (cases.length === 0) return new Map()
  const { rows } = await sql<{ case_id: number; contacts: ContactJson[] }>`
    with moment as (select ${now}::timestamptz as now)
    select c.id as case_id, ${sql.raw(contactsJson('c', 'k', '(select now from moment)'))} as contacts
    from unnest(${cases.map((c) => c.customer_id)}::bigint[],
      ${cases.map((c) => c.case_id)}::bigint[]) as wanted(customer_id, case_id)
    join cases c on c.customer_id = wanted.customer_id and c.id = wanted.case_id
    join customers k on k.id = c.customer_id`.execute(db)
  return new Map(rows.map((row) => [row.case_id, row.contacts]))
}

/** Asked apart, and only of scripts with filters. */
async function findFields(db: Db, cases: readonly CaseIds[]): Promise<Map<number, Record<string, string>>> {
  if (cases.length === 0) return new Map()
  const { rows } = await sql<{ case_id: number; fields: Record<string, string> }>`
    select c.id as case_id, c.fields
    from unnest(${cases.map((c) => c.customer_id)}::bigint[],
      ${cases.map((c) => c.case_id)}::bigint[]) as wanted(customer_id, case_id)
    join cases c on c.customer_id = wanted.customer_id and c.id = wanted.case_id`.execute(db)
  return new Map(rows.map((row) => [row.case_id, row.fields]))
}

/** The facts of one case, from a row with the columns of findContactFacts. */
export function factsOf(row: FactsRow, providers: ChannelProviders, now: Date): CaseFacts {
  return {
    ...readOpening(row.opening),
    caps: readCaps(row.opening),
    contacts: readContacts(row.contacts ?? []),
    staffContacts: row.staff_contacts ?? [],
    quietDays: row.opening.quietDays,
    caseStatus: row.case_status,
    casePausedUntil: row.case_paused_until,
    casePausedFor: row.case_paused_for,
    batchStatus: row.batch_status,
    batchPausedUntil: row.batch_paused_until,
    scriptActive: row.script_active,
    ...addressesOf(row),
    outsideFilter: row.filters !== null && !matchesFilters(row.filters.map(fillFilter), row.fields ?? {}, toLocalTime(now).date),
    disputed: row.disputed,
    debtHelp: row.debt_help,
    debtor: debtorOf(ruleFieldsOf(row.rule_fields)),
    providers: { ...providers, ...readCarriers(row.providers) },
    paymentUnderWay: paymentUnderWay(row),
  }
}

function paymentUnderWay(row: FactsRow): ContactFacts['paymentUnderWay'] {
  if (row.in_progress) return { until: null }
  return row.bank_opened_at && { until: new Date(row.bank_opened_at.getTime() + bankSessionMinutes * 60_000) }
}
