import type { RequestOf } from '@regie/contract/endpoint.ts'
import { pageLimitMax } from '@regie/contract/paging.ts'
import { type CaseListColumn, caseListColumns, caseListRowsMax, type reportApi } from '@regie/contract/reports.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { isFiltered } from '../cases/filter/case-filter.ts'
import { listCases, openFiltered } from '../cases/list-cases.ts'
import type { OpenCases } from '../cases/open-ids.ts'
import { openSearch } from '../cases/search/open-search.ts'
import { type ColumnKey, ofListColumn } from './columns/report-columns.ts'

export type CaseListQuery = RequestOf<typeof reportApi.cases>['query']

/** A list as one sees it: the same filters, order and masks. One that is too long for a file is refused. */
export async function openList(services: Services, caller: Caller, asked: CaseListQuery): Promise<OpenCases> {
  const { q, columns: _columns, locale: _locale, ...query } = asked
  // One more than a file may have says that there are too many.
  const max = caseListRowsMax + 1
  const list = q === undefined ? await openPages(services, caller, query, max) : await openSearch(services, caller, { ...query, q }, max)
  if (list.total > caseListRowsMax) throw new AppError('report.tooManyRows', { params: { count: caseListRowsMax } })
  return list
}

type Query = Omit<CaseListQuery, 'q' | 'columns' | 'locale'>

/** The pages of the list itself: each begins in an index behind the one before. What is filtered would be counted anew for each, so it is looked for once. */
async function openPages(services: Services, caller: Caller, query: Query, max: number): Promise<OpenCases> {
  if (isFiltered(query)) return openFiltered(services, caller, query, max)
  const ask = (cursor: string | null) => listCases(services, caller, { ...query, limit: pageLimitMax, ...(cursor !== null && { cursor }) })
  let page = await ask(null)
  let isFirst = true
  return {
    total: page.total.value,
    async next() {
      if (isFirst) isFirst = false
      else if (page.nextCursor === null) return []
      else page = await ask(page.nextCursor)
      return page.rows
    },
  }
}

/** The columns of the file for those of the list that are asked, in that order; none that the list knows is refused. */
export function columnsOf(asked: string): ColumnKey[] {
  const wanted: CaseListColumn[] = asked.split(',').flatMap((key) => caseListColumns.filter((known) => known === key))
  if (wanted.length === 0) throw new AppError('error.invalid', { field: 'columns' })
  return [...new Set(wanted)].flatMap((column) => ofListColumn[column])
}
