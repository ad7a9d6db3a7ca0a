import type { CaseStatus, caseApi } from '@regie/contract/cases.ts'
import type { RequestOf, ResponseOf } from '@regie/contract/endpoint.ts'
import { pageLimitMax } from '@regie/contract/paging.ts'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { AppError } from '../../platform/app-error.ts'
import { prepared } from '../../platform/db/prepared.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { caseColumns } from './case-data.ts'
import { type CaseOrder, isBehind, nameOf, orderBy } from './case-order.ts'
import { askPage, casePage, preparedPages } from './case-page.ts'
import { isFiltered } from './filter/case-filter.ts'
import { filteredCaseIds, listFilteredCases, type WantedCases } from './filter/list-filtered-cases.ts'
import { type OpenCases, openIds, partRows } from './open-ids.ts'

type Query = RequestOf<typeof caseApi.list>['query']
type Whole = Omit<Query, 'limit' | 'cursor'>

/** A page of cases with an exact total: both from one question to the database. The total comes from the batches' kept counters. */
export async function listCases(services: Services, caller: Caller, query: Query): Promise<ResponseOf<typeof caseApi.list>> {
  const { pool } = services
  const { customerID, batchID, status, sort } = query
  const asked = await askPage(pool, caller, query)
  if (isFiltered(query)) return listFilteredCases(services, caller, asked, await wantedOf(pool, query))
  // The indexes of the other orders are of a batch.
  if (batchID === undefined && sort !== 'caseID') throw new AppError('error.invalid', { field: 'sort' })
  const { order, limit, place } = asked
  const ask = pageOf({ scope: batchID === undefined ? 'customer' : 'batch', status: status ?? 'any', order, isFirst: place === null })
  const after = place === null ? [] : sort === 'caseID' ? [place.id] : [place.id, place.value]
  const [page] = await ask(pool, [customerID, limit + 1, ...(batchID === undefined ? [] : [batchID]), ...after])
  // Counters stand for each batch, so none means that this customer has no such batch.
  if (batchID !== undefined && page?.total === null) throw new AppError('batch.notFound')
  return casePage(pool, caller, asked, { rows: page?.rows ?? [], total: page?.total ?? 0 })
}

/** All that a filter leaves of a batch, up to so many, for who takes all of it: looked for once, and the rows read part by part in that order. */
export async function openFiltered({ db, pool }: Services, caller: Caller, query: Whole, max: number): Promise<OpenCases> {
  const { order } = await askPage(pool, caller, { ...query, limit: partRows })
  return openIds(pool, caller, query.customerID, await filteredCaseIds(db, order, max, await wantedOf(pool, query)))
}

// Nothing leads to them over all batches of a customer.
async function wantedOf(pool: Pool, { customerID, batchID, status, ...filter }: Whole): Promise<WantedCases> {
  if (batchID === undefined) throw new AppError('error.invalid', { field: 'batchID' })
  const batch = await batchExists(pool, [customerID, batchID])
  if (batch.length === 0) throw new AppError('batch.notFound')
  return { customerId: customerID, among: sql<boolean>`c.batch_id = ${batchID}`, status, filter }
}

const batchExists = prepared('batch-exists', 'select id from batches where customer_id = $1 and id = $2')

type Asked = { scope: 'customer' | 'batch'; status: 'any' | CaseStatus; order: CaseOrder; isFirst: boolean }

// A text for each combination: with the conditions spelled out, every one of them reads an index in its own order.
// The inner limit is for the planner: from a limit that it does not know it expects a tenth of all cases, and so would plan every question anew.
const pages = preparedPages<number | null>()

function pageOf(asked: Asked) {
  const name = ['cases', asked.scope, asked.status, nameOf(asked.order), asked.isFirst ? 'first' : 'next'].join('-')
  return pages(name, () => textOf(asked))
}

// Demos of staff stand in no list of a customer. They have a batch of their own for each script, so this is a look at a handful of rows.
function notDemo(batchId: string) {
  return `${batchId} <> all (array(select id from batches where customer_id = $1 and is_demo))`
}

function textOf({ scope, status, order, isFirst }: Asked): string {
  const ofBatch = scope === 'batch'
  const behind = ofBatch ? isBehind(order, '$5', '$4') : isBehind(order, '$4', '$3')
  return `select
      (select sum(${status === 'any' ? 'total' : status})::bigint
        from batch_counters k
        where customer_id = $1 ${ofBatch ? 'and batch_id = $3' : `and ${notDemo('k.batch_id')}`}) as total,
      (select coalesce(json_agg(page), '[]') from (
        select ${caseColumns} from (
          select * from cases c
          where c.customer_id = $1
            ${ofBatch ? 'and c.batch_id = $3' : ''}
            ${status === 'any' ? '' : `and c.status = '${status}'`}
            ${ofBatch ? '' : `and ${notDemo('c.batch_id')}`}
            ${isFirst ? '' : `and ${behind}`}
          order by ${orderBy(order)} limit ${pageLimitMax + 1}) c
        join batches b on b.customer_id = c.customer_id and b.id = c.batch_id
        order by ${orderBy(order)} limit $2) page) as rows`
}
