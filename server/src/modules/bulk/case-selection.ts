import type { bulkApi, CaseSelection } from '@regie/contract/bulk.ts'
import { bulkCasesMax } from '@regie/contract/bulk.ts'
import type { ResponseOf } from '@regie/contract/endpoint.ts'
import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import { AppError } from '../../platform/app-error.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { searchCaseIds } from '../cases/search/search-case-ids.ts'

export type Selection = z.infer<typeof CaseSelection>
type Numbers = ResponseOf<typeof bulkApi.count>

/** The cases that a selection means at this moment, by status. Without a search they come from the kept counters. */
export async function countSelection(db: Db, caller: Caller, customerId: number, selection: Selection): Promise<Numbers> {
  if (!('caseIDs' in selection) && selection.q === undefined) return countByCounters(db, customerId, selection)
  const ids = 'caseIDs' in selection ? selection.caseIDs : await searchCaseIds(db, caller, customerId, selection.q ?? '')
  const { rows } = await sql<Numbers>`
    select count(*)::int as total, count(*) filter (where c.status = 'open')::int as open,
      count(*) filter (where c.status = 'paused')::int as paused,
      count(*) filter (where c.status = 'closed')::int as closed
    from cases c where c.customer_id = ${customerId} and c.id = any(${ids}::bigint[]) and ${restOf(selection)}`.execute(db)
  return rows[0] ?? none
}

async function countByCounters(db: Db, customerId: number, { batchID, status }: Exclude<Selection, { caseIDs: number[] }>) {
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

/** A search is answered once, when the entry begins: it is about what was found then. */
export async function pinSelection(db: Db, caller: Caller, customerId: number, selection: Selection): Promise<Selection> {
  if ('caseIDs' in selection || selection.q === undefined) return selection
  const found = await searchCaseIds(db, caller, customerId, selection.q)
  if (found.length > bulkCasesMax) throw new AppError('bulk.tooMany', { params: { max: bulkCasesMax } })
  const { rows } = await sql<{ id: number }>`
    select c.id
    from cases c
    where c.customer_id = ${customerId} and c.id = any(${found}::bigint[]) and ${restOf(selection)}
    order by c.id`.execute(db)
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
      and not exists (select from batches b where b.customer_id = c.customer_id and b.id = c.batch_id and b.is_demo)
    order by c.id limit ${limit}`.execute(db)
  return rows.map((row) => row.id)
}

const none: Numbers = { total: 0, open: 0, paused: 0, closed: 0 }

/** SQL: is case `c` meant? A search is pinned before. */
export function restOf(selection: Selection): RawBuilder<boolean> {
  if ('caseIDs' in selection) return sql<boolean>`c.id = any(${selection.caseIDs}::bigint[])`
  const { batchID, status } = selection
  const parts = [
    ...(batchID === undefined ? [] : [sql<boolean>`c.batch_id = ${batchID}`]),
    ...(status === undefined ? [] : [sql<boolean>`c.status = ${status}`]),
  ]
  return parts.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(parts, sql` and `)}`
}
