import type { ScriptFilter } from '@regie/contract/script-work.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { toLocalTime } from '../contact-permission/local-time.ts'
import { type Filter, StoredRules } from './filter-match.ts'
import { filterSql } from './filter-sql.ts'

type Place = { customerId: number; scriptId: number }
type Kept = Omit<ScriptFilter, keyof Count | 'rules'> & Filter
type Count = { matching: number; total: number; exact: boolean }

/** The filters of a script in the order in which they were made, each with how many open cases it matches. */
export async function listFilters(db: Db, place: Place, now: Date): Promise<ScriptFilter[]> {
  const filters = await findFilters(db, place)
  const counts = await countMatches(db, place, filters, now)
  return filters.map(({ rules, ...filter }, at) => ({
    ...filter,
    rules: rules.map(({ field, op, value }) => ({ field, op, value })),
    ...(counts[at] ?? { matching: 0, total: 0, exact: true }),
  }))
}

/** The same filters without their counts. */
export async function findFilters(db: Db, { customerId, scriptId }: Place): Promise<Kept[]> {
  const rows = await db
    .selectFrom('script_filters')
    .select(['id', 'name', 'rules', 'combine', 'active', 'version'])
    .where('customer_id', '=', customerId)
    .where('script_id', '=', scriptId)
    .orderBy('id')
    .execute()
  return rows.map(({ id, rules, combine, ...row }) => ({
    ...row,
    filterID: id,
    rules: StoredRules.parse(rules),
    combine: combine as Filter['combine'],
  }))
}

// A look at so many cases takes a tenth of a second; at a million it took three, with each word that somebody types.
const sampleSize = 50_000
const slices = 1024

/** How many open cases of a script each filter matches: one look for all filters, and of many cases at a sample. */
export async function countMatches(db: Db, place: Place, filters: readonly Filter[], now: Date): Promise<Count[]> {
  if (filters.length === 0) return []
  const today = toLocalTime(now).date
  const open = await countOpen(db, place)
  const exact = open <= sampleSize
  const picked = exact ? sql`true` : sql`(hashint8(id) & ${slices - 1}) < ${Math.ceil((slices * sampleSize) / open)}`
  const counts = filters.map((filter) => sql`count(*) filter (where ${filterSql([filter], 'c', today)})`)
  // What is picked is found in the index alone; only those are read.
  const { rows } = await sql<{ seen: number; matching: number[] }>`
    with picked as materialized (
      select customer_id, id from cases where customer_id = ${place.customerId} and status = 'open' and batch_id in ${workingBatches(place)} and ${picked})
    select count(*) as seen, json_build_array(${sql.join(counts)}) as matching
    from picked p join cases c on c.customer_id = p.customer_id and c.id = p.id`.execute(db)
  const { seen = 0, matching = [] } = rows[0] ?? {}
  const total = exact ? seen : open
  return filters.map((_, at) => ({ matching: scaled(matching[at] ?? 0, seen, total), total, exact }))
}

const scaled = (count: number, seen: number, total: number) => (seen === 0 ? 0 : Math.round((count / seen) * total))

const workingBatches = ({ customerId, scriptId }: Place) =>
  sql`(select id from batches where customer_id = ${customerId} and script_id = ${scriptId} and status <> 'closed' and not is_demo)`

// From the kept counters.
async function countOpen(db: Db, place: Place): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select coalesce(sum(open), 0)::int as open from batch_counters where customer_id = ${place.customerId} and batch_id in ${workingBatches(place)}`.execute(
    db,
  )
  return rows[0]?.open ?? 0
}
