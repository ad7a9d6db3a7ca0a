import type { ScriptFilter } from '@regie/contract/filters.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { toLocalTime } from '../contact-permission/local-time.ts'
import { scriptVariables } from '../scripts/variable-queries.ts'
import type { Filter } from './filter-match.ts'
import { filterSql } from './filter-sql.ts'
import { fillFilter, shownRule, type StoredFilter, StoredRules } from './stored-filters.ts'

type Place = { customerId: number; scriptId: number }
type Kept = Omit<ScriptFilter, keyof Count | 'rules'> & StoredFilter
type Count = { matching: number; total: number; exact: boolean }

/** The filters of a script in the order in which they were made, each with how many open cases it matches. */
export async function listFilters(db: Db, place: Place, now: Date): Promise<ScriptFilter[]> {
  const filters = await findFilters(db, place)
  const counts = await countMatches(db, place, filters.map(fillFilter), now)
  return filters.map(({ rules, variables: _values, ...filter }, at) => ({
    ...filter,
    rules: rules.map(shownRule),
    ...(counts[at] ?? { matching: 0, total: 0, exact: true }),
  }))
}

/** The same filters without their counts. */
export async function findFilters(db: Db, place: Place): Promise<Kept[]> {
  const variables = await scriptVariables(db, place)
  const rows = await db
    .selectFrom('script_filters')
    .select(['id', 'name', 'rules', 'combine', 'active', 'version'])
    .where('customer_id', '=', place.customerId)
    .where('script_id', '=', place.scriptId)
    .orderBy('id')
    .execute()
  return rows.map(({ id, rules, combine, ...row }) => ({
    ...row,
    filterID: id,
    rules: StoredRules.parse(rules),
    variables,
    combine: combine as Filter['combine'],
  }))
}

// With a million open cases all of them took 3 to 8 s on a busy machine, the sample 0.3 to 1.1; and it is asked with each word that somebody types.
const sampleMax = 50_000
const slicesOfBatch = 20

/** How many open cases of a script each filter matches: one look for all filters, and of many cases at a sample. */
export async function countMatches(db: Db, place: Place, filters: readonly Filter[], now: Date, sample = sampleMax): Promise<Count[]> {
  if (filters.length === 0) return []
  const today = toLocalTime(now).date
  const open = await countOpen(db, place)
  const exact = open <= sample
  const counts = filters.map((filter) => sql`count(*) filter (where ${filterSql([filter], 'c', today)})`)
  const { rows } = await sql<{ seen: number; matching: number[] }>`
    with working as (
      select b.customer_id, b.id, k.open
      from batches b
      join batch_counters k on k.customer_id = b.customer_id and k.batch_id = b.id
      where b.customer_id = ${place.customerId}
        and b.script_id = ${place.scriptId}
        and b.status <> 'closed'
        and not b.is_demo)
    select count(*) as seen, json_build_array(${sql.join(counts)}) as matching
    from ${exact ? allCases : sampleOf(sample / open)} c`.execute(db)
  const { seen = 0, matching = [] } = rows[0] ?? {}
  const total = exact ? seen : open
  return filters.map((_, at) => ({ matching: scaled(matching[at] ?? 0, seen, total), total, exact }))
}

const allCases = sql`(select c.fields
    from working b
    join cases c on c.customer_id = b.customer_id and c.batch_id = b.id and c.status = 'open')`

// From each batch its share, in slices over all its length: cases that were imported together lie together, and are read so.
const sampleOf = (share: number) => sql`(
  select c.fields from working b
  cross join lateral (select min(id) as first, max(id) as last
    from cases
    where customer_id = b.customer_id and batch_id = b.id and status = 'open') e
  cross join generate_series(0, ${slicesOfBatch - 1}) as slice
  cross join lateral (
    select fields from cases where customer_id = b.customer_id and batch_id = b.id and status = 'open'
      and id >= e.first + (e.last - e.first + 1) * slice / ${slicesOfBatch}
        and id < e.first + (e.last - e.first + 1) * (slice + 1) / ${slicesOfBatch}
    order by id limit ceil(b.open * ${share}::float8 / ${slicesOfBatch})) c)`

const scaled = (count: number, seen: number, total: number) => (seen === 0 ? 0 : Math.round((count / seen) * total))

// From the kept counters.
async function countOpen(db: Db, { customerId, scriptId }: Place): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select coalesce(sum(k.open), 0)::int as open
    from batches b
    join batch_counters k on k.customer_id = b.customer_id and k.batch_id = b.id
    where b.customer_id = ${customerId} and b.script_id = ${scriptId} and b.status <> 'closed' and not b.is_demo`.execute(db)
  return rows[0]?.open ?? 0
}
