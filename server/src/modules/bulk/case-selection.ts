import type { bulkApi, CaseSelection } from '@regie/contract/bulk.ts'
import { bulkCasesMax } from '@regie/contract/bulk.ts'
import type { ResponseOf } from '@regie/contract/endpoint.ts'
import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import { AppError } from '../../platform/app-error.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { filterConditions, isFiltered } from '../cases/filter/case-filter.ts'
import { searchCaseIds } from '../cases/search/search-case-ids.ts'

export type Selection = z.infer<typeof CaseSelection>
type Numbers = ResponseOf<typeof bulkApi.count>

/** The cases that a selection means at this moment, by status. Without a search they come from the kept counters. */
export async function countSelection(db: Db, caller: Caller, customerId: number, selection: Selection): Promise<Numbers> {
  if (!('caseIDs' in selection) && !asksCases(selection)) return countByCounters(db, customerId, selection)
  const ids = await idsAmong(db, caller, customerId, selection)
  const { rows } = await sql<Numbers>`
    select count(*)::int as total, count(*) filter (where c.status = 'open')::int as open,
      count(*) filter (where c.status = 'paused')::int as paused,
      count(*) filter (where c.status = 'closed')::int as closed
    from cases c
    where c.customer_id = ${customerId}
      and ${isAmong(ids)}
      and ${noDemo}
      and ${restOf(selection)}`.execute(db)
  return rows[0] ?? none
}

type Search = Exclude<Selection, { caseIDs: number[] }>

// What a filter or a search means is asked of the cases themselves; a batch and a status have their counters.
const asksCases = (search: Search) => search.q !== undefined || isFiltered(search)

/** Those named or found; null where a filter alone says which. */
async function idsAmong(db: Db, caller: Caller, customerId: number, selection: Selection): Promise<number[] | null> {
  if ('caseIDs' in selection) return selection.caseIDs
  return selection.q === undefined ? null : searchCaseIds(db, caller, customerId, selection.q)
}

const isAmong = (ids: number[] | null) => (ids === null ? sql`true` : sql`c.id = any(${ids}::bigint[])`)

async function countByCounters(db: Db, customerId: number, { batchID, status }: Search) {
  const { rows } = await sql<Numbers>`
    select coalesce(sum(k.open), 0)::int as open, coalesce(sum(k.paused), 0)::int as paused,
      coalesce(sum(k.closed), 0)::int as closed
    from batch_counters k join batches b on b.customer_id = k.customer_id and b.id = k.batch_id and not b.is_demo
    where k.customer_id = ${customerId} and (${batchID ?? null}::bigint is null or k.batch_id = ${batchID ?? null})`.execute(db)
  const { open, paused, closed } = rows[0] ?? none
  const counted = { open, paused, closed }
  if (status === undefined) return { ...counted, total: open + paused + closed }
  return { ...none, [status]: counted[status], total: counted[status] }
}

/** A search or filter is answered once, when the entry begins: it is about what was found then. */
export async function pinSelection(db: Db, caller: Caller, customerId: number, selection: Selection): Promise<Selection> {
  if ('caseIDs' in selection || !asksCases(selection)) return selection
  const found = await idsAmong(db, caller, customerId, selection)
  const { rows } = await sql<{ id: number }>`
    select c.id
    from cases c
    where c.customer_id = ${customerId} and ${isAmong(found)} and ${noDemo} and ${restOf(selection)}
    order by c.id
    limit ${bulkCasesMax + 1}`.execute(db)
  if (rows.length > bulkCasesMax) throw new AppError('bulk.tooMany', { params: { max: bulkCasesMax } })
  return { caseIDs: rows.map((row) => row.id) }
}

/** The next cases of a selection behind the one that was reached, and not behind `lastId`. */
export async function nextSelected(
  db: Db,
  customerId: number,
  selection: Selection,
  { reached, lastId, limit }: { reached: number; lastId: number; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select c.id from cases c
    where c.customer_id = ${customerId} and ${restOf(selection)} and c.id > ${reached} and c.id <= ${lastId}
      and ${noDemo}
    order by c.id limit ${limit}`.execute(db)
  return rows.map((row) => row.id)
}

const noDemo = sql`
  not exists (select from batches b where b.customer_id = c.customer_id and b.id = c.batch_id and b.is_demo)`

const none: Numbers = { total: 0, open: 0, paused: 0, closed: 0 }

/** SQL: is case `c` meant? A search is pinned before. */
export function restOf(selection: Selection): RawBuilder<boolean> {
  if ('caseIDs' in selection) return sql<boolean>`c.id = any(${selection.caseIDs}::bigint[])`
  const { batchID, status } = selection
  const parts = [
    ...filterConditions(selection),
    ...(batchID === undefined ? [] : [sql<boolean>`c.batch_id = ${batchID}`]),
    ...(status === undefined ? [] : [sql<boolean>`c.status = ${status}`]),
  ]
  return parts.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(parts, sql` and `)}`
}
