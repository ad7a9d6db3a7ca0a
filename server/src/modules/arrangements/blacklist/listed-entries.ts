import type { BlacklistRow, blacklistApi } from '@regie/contract/blacklist.ts'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import { isPersonId, personIdPattern } from '@regie/contract/whatsapp.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { isoText } from '../../../platform/db/prepared.ts'
import { readPhone } from '../../../platform/phone-number.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { maskField, maySeePersonalData } from '../../fields/masks.ts'

export type ListFilters = Omit<RequestOf<typeof blacklistApi.list>['query'], 'limit' | 'cursor'>

/** SQL: an entry `l` as the contract shows it. */
export const entryColumns = `l.id as "blacklistID", l.kind, l.value, l.reason, l.retention, ${isoText('l.added_at')} as "addedAt",
    l.added_by as "addedBy", ${isoText('l.expires_at')} as "expiresAt",
    case when l.system_key is not null then 'system' when l.script_id is not null then 'script' else 'customer' end as scope,
    (select json_build_object('scriptID', s.id, 'name', s.name)
      from scripts s
      where s.customer_id = l.customer_id and s.id = l.script_id) as script,
    (select json_build_object('caseID', o.id, 'caseNumber', o.case_number)
      from cases o
      where o.customer_id = l.customer_id and o.id = l.case_id) as "fromCase"`

/** By which numbers of ours somebody is known who has no number of their own: '' is the installation's. */
const knownBy = `case when l.kind = 'phone' and l.value ~ '${personIdPattern}' then (
      select json_build_object('providers', coalesce(json_agg(distinct coalesce(p.name, '')) filter (where w.user_id is not null), '[]'),
        'since', ${isoText('min(w.since)')})
      from whatsapp_people w
      left join providers p on p.customer_id = w.customer_id and p.id = w.provider_id
      where w.customer_id = l.customer_id and lower(w.user_id) = l.value) end as whatsapp`

const rowColumns = sql.raw(`${entryColumns}, l.note, ${knownBy},
    case when l.removed_at is not null then json_build_object('at', ${isoText('l.removed_at')},
      'by', l.removed_by, 'reason', l.removed_reason) end as removed`)

/** Who left by the link in a mail, by a word such as STOP, or by saying so to staff. */
const unsubscribed = ['unsubscribed', 'AFM', 'request']

/** Entries that these filters ask for, the newest first, before an id. */
export async function listEntries(
  db: Db,
  caller: Caller,
  filters: ListFilters,
  { limit, before, now }: { limit: number; before: number | null; now: Date },
): Promise<BlacklistRow[]> {
  const found = await findPart(db, caller, filters)
  const { rows } = await sql<BlacklistRow>`
    select ${rowColumns}
    from blacklist l
    where ${wanted(caller, filters, found, now)}
      and (${before}::bigint is null or l.id < ${before})
    order by l.id desc
    limit ${limit}`.execute(db)
  return rows.map((row) => shownTo(caller, row))
}

/** One entry; undefined when this customer has none with that id. */
export async function findEntry(db: Db, caller: Caller, customerId: number, id: number): Promise<BlacklistRow | undefined> {
  const { rows } = await sql<BlacklistRow>`
    select ${rowColumns}
    from blacklist l
    where l.customer_id = ${customerId} and l.id = ${id}`.execute(db)
  return rows[0] && shownTo(caller, rows[0])
}

const countedMax = 10_000

/** How many there are; beyond ten thousand that is an estimate, which costs no more than counting those. */
export async function countEntries(db: Db, caller: Caller, filters: ListFilters, now: Date): Promise<{ value: number; exact: boolean }> {
  const found = await findPart(db, caller, filters)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from (
      select from blacklist l
      where ${wanted(caller, filters, found, now)}
      limit ${countedMax + 1}) counted`.execute(db)
  const count = rows[0]?.count ?? 0
  return { value: Math.min(count, countedMax), exact: count <= countedMax }
}

/** What an index found of a part: the entries, or null where there are too many of them to be worth naming. */
type Found = number[] | null

function wanted(caller: Caller, { customerID, q = '', kind, reason, show }: ListFilters, found: Found, now: Date): RawBuilder<boolean> {
  const stands = sql`l.removed_at is null and (l.expires_at is null or l.expires_at > ${now})`
  const parts = [
    sql`l.customer_id = ${customerID}`,
    show === 'ended' ? sql`not (${stands})` : stands,
    ...(show === 'unsubscribed' ? [sql`l.reason = any(${unsubscribed}::text[])`] : []),
    ...(kind ? [sql`l.kind = ${kind}`] : []),
    ...(reason ? [sql`l.reason = ${reason}`] : []),
    ...(q === '' ? [] : [matches(caller, q, found)]),
  ]
  return sql`(${sql.join(parts, sql` and `)})`
}

/** Of who sees no personal data a search asks the whole number or address: a part would tell the rest of it, figure by figure. */
const partOf = (q: string) => (/^[\d\s()+-]+$/.test(q) ? q.replace(/\D/g, '').replace(/^0+/, '') : q.toLowerCase())

// Trigrams find nothing shorter; and what stands in more entries than are counted is met soon by whoever reads the newest first.
const partMin = 3

/**
 * The entries that hold a part, by the index of parts. Under a policy PostgreSQL asks an index only what cannot leak, and LIKE might, so a function asks as
 * the owner, for one customer that the connection serves (server/sql/blacklist-part.sql).
 */
async function findPart(db: Db, caller: Caller, { customerID, q = '' }: ListFilters): Promise<Found> {
  const part = partOf(q)
  if (part.length < partMin || !maySeePersonalData(caller)) return null
  const { rows } = await sql<{ ids: number[] }>`
    select coalesce(array_agg(id), '{}') as ids
    from blacklist_with_part(${customerID}, ${part}, ${countedMax + 1}) as id`.execute(db)
  const ids = rows[0]?.ids ?? []
  return ids.length > countedMax ? null : ids
}

function matches(caller: Caller, q: string, found: Found): RawBuilder<boolean> {
  const phone = readPhone(q)
  const exact = 'number' in phone && !isPersonId(q) ? phone.number : q.toLowerCase()
  if (!maySeePersonalData(caller)) return sql`l.value = ${exact}`
  if (found !== null) return sql`(l.value = ${exact} or l.id = any(${found}::bigint[]))`
  return sql`(l.value = ${exact} or position(${partOf(q)} in l.value) > 0)`
}

/** An address as this caller may see it: of an e-mail address no more than how it begins. */
export function shownAddress(caller: Caller, kind: 'phone' | 'email', value: string): string {
  if (maySeePersonalData(caller)) return value
  return kind === 'phone' ? maskField(value, { type: 'phone', mask: 'none' }) : `${value.slice(0, 1)}••••@••••`
}

function shownTo(caller: Caller, row: BlacklistRow): BlacklistRow {
  if (maySeePersonalData(caller)) return row
  // What staff write beside an entry may name the person.
  const removed = row.removed && { ...row.removed, reason: '' }
  return { ...row, value: shownAddress(caller, row.kind, row.value), note: '', removed }
}
