import type { BankEntry, EntryProposal, statementApi } from '@regie/contract/bank-statements.ts'
import type { RequestOf, ResponseOf } from '@regie/contract/endpoint.ts'
import { referenceKind } from '@regie/contract/payment-references.ts'
import { sql } from 'kysely'
import * as z from 'zod'
import { AppError } from '../../platform/app-error.ts'
import type { Db } from '../../platform/db/database.ts'
import { decodeCursor, pageFrom } from '../../platform/db/page.ts'
import { isoText } from '../../platform/db/prepared.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { findTextMasks } from '../cases/masks/case-mask.ts'
import { openCents } from '../cases/money/open-amount.ts'
import { caseNumbersIn } from '../cases/search/case-numbers.ts'
import { maskField, maySeePersonalData } from '../fields/masks.ts'
import { matchEntry } from './match-entry.ts'
import { findNamedCases } from './named-cases.ts'
import { referencesIn } from './reading/references-in.ts'

type Row = Omit<BankEntry, 'why'> & { customerId: number; wasBooked: boolean }

const entryColumns = sql.raw(`e.customer_id as "customerId", e.id as "entryID", e.statement_id as "statementID",
      e.amount_cents as "amountCents", e.currency, e.booked_on::text as "bookedOn", e.counter_name as "counterName",
      e.counter_iban as "counterIban", e.reference, e.text,
      case when p.id is not null then 'booked' when e.ignored_at is not null then 'ignored' else 'open' end as state,
      case
        when p.id is not null then json_build_object('paymentID', p.id, 'caseID', c.id, 'caseNumber', c.case_number)
      end as booked,
      case
        when e.ignored_at is not null and p.id is null
        then json_build_object('at', ${isoText('e.ignored_at')}, 'by', e.ignored_by, 'reason', e.ignored_reason)
      end as ignored,
      e.was_booked as "wasBooked"`)
const entryTables = sql.raw(`bank_entries e
    left join payments p
      on p.customer_id = e.customer_id and p.bank_entry_id = e.id and p.withdrawn_at is null
    left join cases c on c.customer_id = p.customer_id and c.id = p.case_id`)

const Place = z.tuple([z.iso.date(), z.number().int().positive()])

/** What came in by state, the newest first. */
export async function listEntries(
  { db }: Pick<Services, 'db'>,
  caller: Caller,
  { customerID, state, statementID, limit, cursor }: RequestOf<typeof statementApi.entries>['query'],
): Promise<ResponseOf<typeof statementApi.entries>> {
  mustAccessCustomer(caller, customerID, 'customer.notFound')
  const [day, id] = cursor === undefined ? [null, null] : decodeCursor(Place, cursor)
  const inState = {
    open: 'not e.is_booked and e.ignored_at is null',
    booked: 'e.is_booked',
    ignored: 'not e.is_booked and e.ignored_at is not null',
  }
  const wanted = sql`e.customer_id = ${customerID} and e.amount_cents > 0 and ${sql.raw(inState[state])}
      and (${statementID ?? null}::bigint is null or e.statement_id = ${statementID ?? null}::bigint)`
  const { rows } = await sql<Row>`
    select ${entryColumns}
    from ${entryTables}
    where ${wanted} and (${day}::date is null or (e.booked_on, e.id) < (${day}::date, ${id}::bigint))
    order by e.booked_on desc, e.id desc
    limit ${limit + 1}`.execute(db)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total
    from bank_entries e
    where ${wanted}`.execute(db)
  const page = pageFrom(rows, limit, (row) => [row.bookedOn, row.entryID])
  const shown: BankEntry[] = []
  for (const row of page.rows) shown.push(await shownEntry(db, caller, row))
  return { ...page, rows: shown, total: { value: counted[0]?.total ?? 0, exact: true } }
}

/** One entry of a customer that the caller serves. */
export async function findEntry(db: Db, caller: Caller, entryId: number): Promise<BankEntry & { customerId: number }> {
  const { rows } = await sql<Row>`
    select ${entryColumns}
    from ${entryTables}
    where e.id = ${entryId} and e.customer_id = any(${caller.customerIds}::bigint[]) and e.amount_cents > 0`.execute(db)
  const [row] = rows
  if (!row) throw new AppError('statement.entryNotFound')
  return { ...(await shownEntry(db, caller, row)), customerId: row.customerId }
}

/** With why it waits, as it is at this moment, and the account as this caller may see it. */
async function shownEntry(db: Db, caller: Caller, { customerId, wasBooked, ...row }: Row): Promise<BankEntry> {
  const shown = maySeePersonalData(caller) ? row : withoutPayer(row)
  if (row.state !== 'open') return { ...shown, why: null }
  if (wasBooked) return { ...shown, why: 'takenBack' }
  const entry = { ...row, references: referencesIn(`${row.reference ?? ''} ${row.text}`) }
  const match = matchEntry(entry, await findNamedCases(db, customerId, entry))
  return { ...shown, why: 'reason' in match ? match.reason : null }
}

const hidden = (words: string) => maskField(words, { type: 'text', mask: 'all' })
const last4 = (iban: string) => maskField(iban, { type: 'iban', mask: 'last4' })

/** Without who paid, for who may not see personal data: the end of the account is left, to tell one from another. */
function withoutPayer<Entry extends Pick<BankEntry, 'counterIban' | 'counterName' | 'reference' | 'text'>>(entry: Entry): Entry {
  return {
    ...entry,
    counterIban: entry.counterIban === null ? null : last4(entry.counterIban),
    counterName: hidden(entry.counterName),
    reference: entry.reference === null || referenceKind(entry.reference) !== 'free' ? entry.reference : hidden(entry.reference),
    // A payer writes names and numbers of their own in any words: only the references in it are shown.
    text: entry.text === '' ? '' : [hidden(entry.text), ...referencesIn(entry.text)].join(' '),
  }
}

const proposalsMax = 6
const wordsMax = 30

/** The cases that an entry may pay: those that its reference or a number in its text names, then those that the same account paid before. */
export async function proposeForEntry(
  { db, pool }: Pick<Services, 'db' | 'pool'>,
  caller: Caller,
  entryId: number,
): Promise<EntryProposal[]> {
  const { customerId } = await findEntry(db, caller, entryId)
  const { rows: found } = await sql<{ text: string; reference: string | null; iban: string | null; amountCents: number; currency: string }>`
    select text, reference, counter_iban as iban, amount_cents as "amountCents", currency
    from bank_entries
    where customer_id = ${customerId} and id = ${entryId}`.execute(db)
  const entry = found[0]
  if (!entry) throw new AppError('statement.entryNotFound')
  const references = referencesIn(`${entry.reference ?? ''} ${entry.text}`)
  const numbers = caseNumbersIn(`${entry.reference ?? ''} ${entry.text}`, wordsMax).map((word) => word.toLowerCase())
  const { rows } = await sql<EntryProposal>`
    with named as (
      select case_id, case when payment_reference = any(${references}::text[]) then 1 else 2 end as place
      from case_search
      where customer_id = ${customerId} and (payment_reference = any(${references}::text[])
        or case_number = any(${numbers}::text[]) or invoice_number = any(${numbers}::text[]))
      limit 50
    ), paid as (
      select p.case_id, 3 as place
      from bank_entries e
      join payments p on p.customer_id = e.customer_id and p.bank_entry_id = e.id and p.withdrawn_at is null
      where e.customer_id = ${customerId} and e.counter_iban = ${entry.iban}
      limit 50
    ), first as (
      select case_id, min(place) as place
      from (select * from named union all select * from paid) every
      group by case_id)
    select c.id as "caseID", c.case_number as "caseNumber", c.name,
      ${sql.raw(openCents('c'))} as "openCents", c.currency,
      case f.place when 1 then 'reference' when 2 then 'number' else 'account' end as why,
      c.currency = ${entry.currency}
        and ${sql.raw(openCents('c'))} is not distinct from ${entry.amountCents} as "isExact"
    from first f
    join cases c on c.customer_id = ${customerId} and c.id = f.case_id
    join batches b on b.customer_id = c.customer_id and b.id = c.batch_id and not b.is_demo
    order by f.place, "isExact" desc, c.id desc
    limit ${proposalsMax}`.execute(db)
  const masked = await findTextMasks(
    pool,
    caller,
    rows.map(({ caseID }) => caseID),
  )
  return rows.map((row) => ({ ...row, name: masked(row.caseID, row.name) }))
}
