import { type batchApi, batchSorts } from '@regie/contract/batches.ts'
import type { RequestOf, ResponseOf } from '@regie/contract/endpoint.ts'
import * as z from 'zod'
import { AppError } from '../../platform/app-error.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import { decodeCursor, pageFrom } from '../../platform/db/page.ts'
import { prepared } from '../../platform/db/prepared.ts'
import type { Services } from '../../services.ts'
import { type BatchesAnswer, batchesJson, sortValueOf } from './batch-data.ts'
import { withMoney } from './batch-money.ts'
import { importedSince } from './imported-since.ts'
import { batchRowsOf } from './batch-rows.ts'

type Query = RequestOf<typeof batchApi.list>['query']
type Sort = Query['sort']
type Page = BatchesAnswer & { total: number }

// What a sort compares, as text that reads back the same; never null, so that a cursor can stand anywhere.
const sortKeys: Record<Sort, { column: string; type: string }> = {
  batchID: { column: 'b.id', type: 'bigint' },
  name: { column: 'lower(b.name)', type: 'text' },
  // What runs is the most, what is closed the least.
  status: { column: `array_position(array['closed', 'paused', 'preparing', 'open'], b.status)`, type: 'int' },
  importedAt: { column: `coalesce(b.imported_at, '-infinity')`, type: 'timestamptz' },
  priority: { column: 'b.priority', type: 'smallint' },
}
const Cursor = z.tuple([z.enum(batchSorts), z.string(), z.number()])

/** A page of a customer's batches. The place in the list is a sort value and an id, so a deep page costs what the first costs. */
export async function listBatches({ pool, clock }: Services, caller: Caller, query: Query): Promise<ResponseOf<typeof batchApi.list>> {
  const { customerID, scriptID, status, q, priority, importedDays, sort, direction, limit, cursor } = query
  mustAccessCustomer(caller, customerID, 'customer.notFound')
  const filters = [scriptID ?? null, status ?? null, q?.trim() ? `%${escapeLike(q.trim())}%` : null]
  const [, sortValue, id] = cursor === undefined ? [null, null, null] : placeOf(cursor, sort)
  const [page] = await pages[sort][direction](pool, [
    customerID,
    ...filters,
    ...[sortValue, id, limit + 1],
    ...[priority ?? null, importedDays ?? null, clock.now()],
  ])
  const { rows, nextCursor } = pageFrom(page?.batches ?? [], limit, (batch) => [sort, sortValueOf(batch), batch[0]])
  return {
    rows: await withMoney(pool, batchRowsOf({ rules: page?.rules ?? [], batches: rows }, clock.now())),
    nextCursor,
    total: { value: page?.total ?? 0, exact: true },
  }
}

function placeOf(cursor: string, sort: Sort) {
  const place = decodeCursor(Cursor, cursor)
  // A cursor of another order would skip rows in silence.
  if (place[0] !== sort) throw new AppError('error.invalid', { field: 'cursor' })
  return place
}

// Demos of staff are nobody's batches.
const conditions = `b.customer_id = $1
  and not b.is_demo
  and ($2::bigint is null or b.script_id = $2)
  and ($3::text is null or b.status = $3)
  and ($4::text is null or b.name ilike $4 or $4 = '%' || b.id || '%')
  and ($8::smallint is null or b.priority = $8)
  and ($9::int is null or b.imported_at >= ${importedSince('$9', '$10')})`

const pages = Object.fromEntries(
  (Object.keys(sortKeys) as Sort[]).map((sort) => [sort, { asc: pageOf(sort, 'asc'), desc: pageOf(sort, 'desc') }]),
) as Record<Sort, Record<Query['direction'], ReturnType<typeof pageOf>>>

// One question: the total (batches are few, their cases are not looked at) and the page, cut before anything is worked out of its batches.
function pageOf(sort: Sort, direction: Query['direction']) {
  const { column, type } = sortKeys[sort]
  const beyond = direction === 'asc' ? '>' : '<'
  const order = `${column} ${direction}, b.id ${direction}`
  const place = `($5::text is null or (${column}, b.id) ${beyond} ($5::text::${type}, $6::bigint))`
  const { with: page, columns } = batchesJson({
    page: `select b.* from batches b where ${conditions} and ${place} order by ${order} limit $7`,
    order,
    sortValue: column,
  })
  return prepared<Page>(
    `batches-by-${sort}-${direction}`,
    `with ${page} select (select count(*) from batches b where ${conditions}) as total, ${columns}`,
  )
}

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')
