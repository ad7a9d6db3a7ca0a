import { randomUUID } from 'node:crypto'
import type { BlacklistRow, ListingScope } from '@regie/contract/blacklist.ts'
import type { Retention } from '@regie/contract/case-actions.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { isPersonId } from '@regie/contract/whatsapp.ts'
import { sql } from 'kysely'
import type { CountryCode } from 'libphonenumber-js/max'
import { AppError } from '../../../platform/app-error.ts'
import { allowAllCustomers } from '../../../platform/db/scope.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { type Caller, mustAccessCustomer } from '../../../platform/http/caller.ts'
import { readPhone } from '../../../platform/phone-number.ts'
import type { Services } from '../../../services.ts'
import type { KeptAddress } from '../../cases/search/list-cases-with.ts'
import { openUndoEntry } from '../../undo-entries/open-undo-entry.ts'
import { findPhoneCountries } from './phone-countries.ts'
import { addressesListed } from './blacklist-changed.ts'
import { retentionMonths } from './blacklist-person.ts'
import { lockListings, mustMayChange } from './end-entries.ts'
import { findEntry, shownAddress } from './listed-entries.ts'

export type Listing = { customerID: number; reason: string; retention: Retention; scope: ListingScope; scriptID: number | null }
type Wanted = Listing & { value: string; note: string }
type Addressed = { kind: 'phone' | 'email'; value: string }

const emailPattern = /^[^\s@"<>,;]{1,64}@[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63}){1,8}$/

/**
 * A number as E.164, the name of somebody on WhatsApp, or an address in lower case, as the blacklist keeps them, or why it is neither. A number without a
 * country code is of the first of these countries that has it.
 */
export function readAddress(text: string, countries: readonly CountryCode[]): Addressed | { why: 'missing' | 'invalid' | 'scientific' } {
  const given = text.trim()
  if (given === '') return { why: 'missing' }
  if (given.includes('@')) {
    const value = given.toLowerCase()
    return value.length <= 254 && emailPattern.test(value) ? { kind: 'email', value } : { why: 'invalid' }
  }
  if (isPersonId(given)) return { kind: 'phone', value: given.toLowerCase() }
  if (given.length > 40) return { why: 'invalid' }
  const read = countries.map((country) => readPhone(given, country))
  const phone = read.find((one) => 'number' in one)
  if (phone) return { kind: 'phone', value: phone.number }
  return { why: read.some((one) => 'reason' in one && one.reason === 'phoneScientific') ? 'scientific' : 'invalid' }
}

/** Puts a number or address on the blacklist; one that stands there in this scope or a wider one is refused. */
export async function addEntry({ db, clock }: Services, caller: Caller, wanted: Wanted): Promise<BlacklistRow> {
  mustAccessCustomer(caller, wanted.customerID, 'customer.notFound')
  mustMayChange(caller, wanted.scope)
  const address = readAddress(wanted.value, await findPhoneCountries(db, wanted.customerID))
  if ('why' in address) throw new AppError('blacklist.valueInvalid', { field: 'value' })
  const { customerID: customerId } = wanted
  const id = await db.transaction().execute(async (tx) => {
    const at = clock.now()
    if (wanted.scope === 'script') await mustHaveScript(tx, customerId, wanted.scriptID)
    const [added] = await insertEntries(tx, { ...wanted, by: caller.username, at }, [address])
    if (added === undefined) throw new AppError('blacklist.duplicate', { field: 'value' })
    const name = shownAddress(caller, address.kind, address.value)
    const { id: listed, systemKey } = added
    const before = { added: [listed], systemKey }
    await openUndoEntry(tx, {
      ...{ customerId, userId: caller.userId, action: 'listing.add', name, right: Right.addToBlacklist, at, count: 1, before },
    })
    return listed
  })
  const row = await findEntry(db, caller, customerId, id)
  if (!row) throw new AppError('blacklist.notFound')
  return row
}

async function mustHaveScript(tx: Transaction, customerId: number, scriptId: number | null) {
  const script = await tx
    .selectFrom('scripts')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('id', '=', scriptId ?? 0)
    .executeTakeFirst()
  if (!script) throw new AppError('script.notFound', { field: 'scriptID' })
}

type Inserted = KeptAddress & { id: number; customerId: number; systemKey: string | null }

/** Inserts what does not stand there yet, in the order given, each with its own note where it has one; the first row of each address is its own customer's. */
export async function insertEntries(
  tx: Transaction,
  { customerID, reason, retention, scope, scriptID, note, by, at }: Listing & { note: string; by: string; at: Date },
  addresses: readonly (KeptAddress & { note?: string })[],
): Promise<Inserted[]> {
  await lockListings(tx, scope === 'system' ? 0 : customerID)
  if (scope === 'system') await allowAllCustomers(tx)
  const given = JSON.stringify(addresses.map((address) => ({ ...address, key: scope === 'system' ? randomUUID() : null })))
  const { rows } = await sql<Inserted>`
    insert into blacklist (customer_id, kind, value, reason, retention, added_at, added_by, expires_at, script_id,
      system_key, note)
    select k.id, a.kind, a.value, ${reason}, ${retention}, ${at}, ${by},
      ${at}::timestamptz + make_interval(months => ${retentionMonths[retention]}::int),
      ${scope === 'script' ? scriptID : null}::bigint, a.key, coalesce(a.note, ${note})
    from jsonb_to_recordset(${given}::jsonb) as a(kind text, value text, key uuid, note text)
    cross join customers k
    where (${scope === 'system'} or k.id = ${customerID})
      and not exists (
        select from blacklist l
        where l.customer_id = ${customerID} and l.kind = a.kind and l.value = a.value
          and l.removed_at is null
          and (l.expires_at is null or l.expires_at > ${at})
          and ${standsWider(scope, scriptID)})
    order by k.id = ${customerID} desc, a.value
    returning id, customer_id as "customerId", kind, value, system_key as "systemKey"`.execute(tx)
  for (const [customerId, listed] of Map.groupBy(rows, (row) => row.customerId)) await addressesListed(tx, customerId, listed, at)
  return rows.filter((row) => row.customerId === customerID)
}

/** SQL: entry `l` stands in this scope or a wider one. */
function standsWider(scope: ListingScope, scriptId: number | null) {
  if (scope === 'system') return sql`l.system_key is not null`
  return scope === 'customer' ? sql`l.script_id is null` : sql`(l.script_id is null or l.script_id = ${scriptId})`
}
