import type { CaseRow, caseApi } from '@regie/contract/cases.ts'
import type { RequestOf, ResponseOf } from '@regie/contract/endpoint.ts'
import { pageLimitMax } from '@regie/contract/paging.ts'
import * as z from 'zod'
import { AppError } from '../../platform/app-error.ts'
import { decodeCursor, pageFrom } from '../../platform/db/page.ts'
import { prepared } from '../../platform/db/prepared.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { caseColumns, caseRowsFor } from './case-data.ts'

type Query = RequestOf<typeof caseApi.list>['query']
type Page = { rows: CaseRow[]; total: number | null }

const Cursor = z.tuple([z.number().int()])

/** A page of cases, newest first, with an exact total: both from one question to the database. The total comes from the batches' kept counters. */
export async function listCases({ pool }: Services, caller: Caller, query: Query): Promise<ResponseOf<typeof caseApi.list>> {
  const { customerID, batchID, status, limit, cursor } = query
  mustAccessCustomer(caller, customerID, 'customer.notFound')
  const [beforeId] = cursor === undefined ? [Number.MAX_SAFE_INTEGER] : decodeCursor(Cursor, cursor)
  const ask = pages[batchID === undefined ? 'customer' : 'batch'][status ?? 'any']
  const [page] = await ask(pool, [customerID, beforeId, limit + 1, ...(batchID === undefined ? [] : [batchID])])
  // Counters stand for each batch, so none means that this customer has no such batch.
  if (batchID !== undefined && page?.total === null) throw new AppError('batch.notFound')
  const { rows, nextCursor } = pageFrom(page?.rows ?? [], limit, (row) => [row.caseID])
  return { rows: await caseRowsFor(pool, caller, rows), nextCursor, total: { value: page?.total ?? 0, exact: true } }
}

// A text for each combination: with the conditions spelled out, every one of them reads an index in its own order.
// The inner limit is for the planner: from a limit that it does not know it expects a tenth of all cases, and so would plan every question anew.
const statuses = ['any', 'open', 'paused', 'closed'] as const
const pagesOf = (scope: 'customer' | 'batch') =>
  Object.fromEntries(statuses.map((status) => [status, pageOf(scope, status)])) as Record<
    (typeof statuses)[number],
    ReturnType<typeof pageOf>
  >
const pages = { customer: pagesOf('customer'), batch: pagesOf('batch') }

// Demos of staff stand in no list of a customer. They have a batch of their own for each script, so this is a look at a handful of rows.
function notDemo(batchId: string) {
  return `${batchId} <> all (array(select id from batches where customer_id = $1 and is_demo))`
}

function pageOf(scope: 'customer' | 'batch', status: (typeof statuses)[number]) {
  const ofBatch = scope === 'batch'
  return prepared<Page>(
    `cases-${scope}-${status}`,
    `select
      (select sum(${status === 'any' ? 'total' : status})::bigint
        from batch_counters k
        where customer_id = $1 ${ofBatch ? 'and batch_id = $4' : `and ${notDemo('k.batch_id')}`}) as total,
      (select coalesce(json_agg(page), '[]') from (
        select ${caseColumns} from (
          select * from cases c
          where c.customer_id = $1
            ${ofBatch ? 'and c.batch_id = $4' : ''}
            ${status === 'any' ? '' : `and c.status = '${status}'`}
            ${ofBatch ? '' : `and ${notDemo('c.batch_id')}`}
            and c.id < $2
          order by c.id desc limit ${pageLimitMax + 1}) c
        join batches b on b.customer_id = c.customer_id and b.id = c.batch_id
        order by c.id desc limit $3) page) as rows`,
  )
}
