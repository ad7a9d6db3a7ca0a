import type { caseApi } from '@regie/contract/cases.ts'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import type { Pool } from 'pg'
import { AppError } from '../../../platform/app-error.ts'
import { prepared } from '../../../platform/db/prepared.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { maySeePersonalData } from '../../fields/masks.ts'
import { type CaseOrder, nameOf, orderBy } from '../case-order.ts'
import { askPage } from '../case-page.ts'
import { filteredCaseIds } from '../filter/list-filtered-cases.ts'
import { type OpenCases, openIds, partRows } from '../open-ids.ts'
import { isNarrowed, narrowedSearch } from './narrowed-search.ts'
import { type FoundFor, foundCases, isNewestFirst, rankedCases } from './search-cases.ts'
import { mayBeName, readSearch, searchLengthMin, searchValues } from './search-terms.ts'

type Query = Omit<RequestOf<typeof caseApi.search>['query'], 'limit' | 'cursor'>

/** All that a search finds, up to so many, for who takes all of it: searched once, and the rows read part by part in the order that was found. */
export async function openSearch({ db, pool }: Services, caller: Caller, query: Query, max: number): Promise<OpenCases> {
  const { customerID } = query
  const { order } = await askPage(pool, caller, { ...query, limit: partRows })
  const terms = readSearch(query.q)
  if (!terms) throw new AppError('case.searchTooShort', { field: 'q', params: { min: searchLengthMin } })
  const all = idsOf(order, maySeePersonalData(caller) ? 'all' : 'shown', mayBeName(terms))
  const ids = isNarrowed(query)
    ? await filteredCaseIds(db, order, max, await narrowedSearch(db, caller, query))
    : ((await all(pool, [customerID, max, ...searchValues(terms)]))[0]?.ids ?? [])
  return openIds(pool, caller, customerID, ids)
}

const known = new Map<string, (pool: Pool, values: readonly unknown[]) => Promise<{ ids: number[] }[]>>()

function idsOf(order: CaseOrder, of: FoundFor, isName: boolean) {
  const isRanked = isName && isNewestFirst(order)
  const name = `search-${of}-${isRanked ? 'ranked-' : ''}ids-${nameOf(order)}`
  const ids = known.get(name) ?? prepared<{ ids: number[] }>(name, textOf(order, of, isRanked))
  known.set(name, ids)
  return ids
}

function textOf(order: CaseOrder, of: FoundFor, isRanked: boolean): string {
  const inOrder = isRanked
    ? `select case_id as id
      from ranked
      order by rank desc, case_id desc`
    : order.sort === 'caseID'
      ? `select case_id as id
      from found
      order by case_id ${order.direction}`
      : `select c.id
      from found
      join cases c on c.customer_id = $1 and c.id = found.case_id
      order by ${orderBy(order)}`
  return `with ${foundCases(of, 3)}${isRanked ? `, ${rankedCases(of, '$3')}` : ''}
  select coalesce(json_agg(id), '[]') as ids
  from (
      ${inOrder}
      limit $2) page`
}
