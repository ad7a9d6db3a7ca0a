import type { CaseRow } from '@regie/contract/cases.ts'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import { pageLimitMax } from '@regie/contract/paging.ts'
import { type CaseListColumn, caseListColumns, caseListRowsMax, type reportApi } from '@regie/contract/reports.ts'
import { isResultCode } from '@regie/contract/result-codes.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { isFiltered } from '../cases/filter/case-filter.ts'
import { listCases, openFiltered } from '../cases/list-cases.ts'
import type { OpenCases } from '../cases/open-ids.ts'
import { openSearch } from '../cases/search/open-search.ts'
import type { ReportTexts } from './report-texts.ts'

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

/** Those that the list knows, in the order asked; none that it knows is refused. */
export function columnsOf(asked: string): CaseListColumn[] {
  const wanted = asked.split(',').flatMap((key) => caseListColumns.filter((known) => known === key))
  if (wanted.length === 0) throw new AppError('error.invalid', { field: 'columns' })
  return [...new Set(wanted)]
}

export type Heading = keyof ReportTexts['columns'] | keyof ReportTexts['listColumns']

export const headings: Record<CaseListColumn, readonly Heading[]> = {
  caseNumber: ['caseNumber'],
  // The list shows both in one column.
  name: ['name', 'caseNumber'],
  status: ['status'],
  outstanding: ['outstanding', 'currency'],
  paid: ['paidAmount', 'paidAt'],
  city: ['city'],
  phone: ['phone'],
  email: ['email'],
  attempts: ['attempts'],
  lastAnswer: ['lastAnswer'],
  result: ['result'],
  batch: ['batch'],
  updatedAt: ['changedAt'],
  nextStep: ['nextStep', 'nextAt'],
  paidShare: ['paidShare'],
  promised: ['promisedAmount', 'promisedOn'],
}

/** A cell of a file: text and numbers as they are, the rest as each kind of file writes it. */
export type ListCell =
  | string
  | number
  | { cents: number | null }
  | { day: string | null }
  | { moment: string | null }
  | { share: number | null }

export const cells: Record<CaseListColumn, (row: CaseRow, texts: ReportTexts) => ListCell[]> = {
  caseNumber: ({ caseNumber }) => [caseNumber],
  name: ({ name, caseNumber }) => [name, caseNumber],
  status: ({ status }, texts) => [texts.status[status]],
  outstanding: ({ outstandingCents, currency }) => [{ cents: outstandingCents }, currency],
  paid: ({ paidCents, paidOn }) => [{ cents: paidCents === 0 ? null : paidCents }, { day: paidOn }],
  city: ({ city }) => [city ?? ''],
  phone: ({ phone }) => [phone ?? ''],
  email: ({ email }) => [email ?? ''],
  attempts: ({ attempts }) => [attempts],
  lastAnswer: ({ lastAnswer }, texts) => [lastAnswer === null ? '' : texts.lastAnswer[lastAnswer]],
  result: ({ result }, texts) => [result !== null && isResultCode(result) ? texts.results[result] : (result ?? '')],
  batch: ({ batchName }) => [batchName],
  updatedAt: ({ updatedAt }) => [{ moment: updatedAt }],
  nextStep: ({ nextStep }) => [nextStep?.name ?? '', { moment: nextStep?.at ?? null }],
  paidShare: ({ outstandingCents, paidCents }) => {
    const claim = (outstandingCents ?? 0) + paidCents
    return [{ share: outstandingCents === null || claim === 0 ? null : paidCents / claim }]
  },
  promised: ({ promisedCents, promisedOn }) => [{ cents: promisedCents === 0 ? null : promisedCents }, { day: promisedOn }],
}
