import type { ScriptFilter } from '@regie/contract/script-work.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { toLocalTime } from '../contact-permission/local-time.ts'
import { type Filter, StoredRules } from './filter-match.ts'
import { filterSql } from './filter-sql.ts'

type Place = { customerId: number; scriptId: number }
type Kept = Omit<ScriptFilter, 'matching' | 'total' | 'rules'> & Filter
type Count = { matching: number; total: number }

/** The filters of a script in the order in which they were made, each with how many open cases it matches. */
export async function listFilters(db: Db, place: Place, now: Date): Promise<ScriptFilter[]> {
  const filters = await findFilters(db, place)
  const counts = await countMatches(db, place, filters, now)
  return filters.map(({ rules, ...filter }, at) => ({
    ...filter,
    rules: rules.map(({ field, op, value }) => ({ field, op, value })),
    ...(counts[at] ?? { matching: 0, total: 0 }),
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

/** How many open cases of a script each filter matches: one look at the cases for all filters. */
export async function countMatches(db: Db, { customerId, scriptId }: Place, filters: readonly Filter[], now: Date): Promise<Count[]> {
  if (filters.length === 0) return []
  const today = toLocalTime(now).date
  const counts = filters.map((filter) => sql`count(*) filter (where ${filterSql([filter], 'c', today)})`)
  const { rows } = await sql<{ total: number; matching: number[] }>`
    select count(*) as total, json_build_array(${sql.join(counts)}) as matching
    from batches b join cases c on c.customer_id = b.customer_id and c.batch_id = b.id and c.status = 'open'
    where b.customer_id = ${customerId} and b.script_id = ${scriptId} and b.status <> 'closed' and not b.is_demo`.execute(db)
  const [found] = rows
  return filters.map((_, at) => ({ matching: found?.matching[at] ?? 0, total: found?.total ?? 0 }))
}
