import { Readable } from 'node:stream'
import type { CaseRow } from '@regie/contract/cases.ts'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import { pageLimitMax } from '@regie/contract/paging.ts'
import { type CaseListColumn, caseListColumns, caseListRowsMax, type reportApi } from '@regie/contract/reports.ts'
import { isResultCode } from '@regie/contract/result-codes.ts'
import { AppError } from '../../platform/app-error.ts'
import { withCustomers } from '../../platform/db/scope.ts'
import { byteOrderMark, csvLine } from '../../platform/documents/csv-cells.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { FileReply } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { listCases } from '../cases/list-cases.ts'
import { openSearch } from '../cases/search/open-search.ts'
import { amountText, dayText, momentText } from './cell-formats.ts'
import { reportTexts, type ReportTexts } from './report-texts.ts'

type Query = RequestOf<typeof reportApi.cases>['query']

/**
 * A list of cases as one sees it: the same filters, order, columns and masks. Streamed part by part; the first is asked before anything leaves, so that
 * what is refused on the screen is refused here.
 */
export async function exportCaseList(services: Services, caller: Caller, query: Query): Promise<FileReply> {
  const texts = reportTexts[query.locale]
  const columns = columnsOf(query.columns)
  const list = await openList(services, caller, query)
  if (list.total > caseListRowsMax) throw new AppError('report.tooManyRows', { params: { count: caseListRowsMax } })
  const first = await list.next()
  async function* lines() {
    const words = { ...texts.columns, ...texts.listColumns }
    yield byteOrderMark + csvLine(columns.flatMap((column) => headings[column].map((key) => words[key])))
    for (let rows = first; rows.length > 0; ) {
      yield rows.map((row) => csvLine(columns.flatMap((column) => cells[column](row, texts)))).join('')
      // Read when the browser takes it, which is after the request has left its own scope.
      rows = await withCustomers(caller.customerIds, () => list.next())
    }
  }
  return { fileName: `${texts.caseList}.csv`, stream: Readable.from(lines()) }
}

/** Answers its rows part by part, none when there are no more. */
type OpenList = { total: number; next(): Promise<CaseRow[]> }

function openList(services: Services, caller: Caller, { q, columns: _columns, locale: _locale, ...query }: Query): Promise<OpenList> {
  // One more than a file may have says that there are too many.
  return q === undefined ? openPages(services, caller, query) : openSearch(services, caller, { ...query, q }, caseListRowsMax + 1)
}

/** The pages of the list itself: each begins in an index behind the one before. */
async function openPages(services: Services, caller: Caller, query: Omit<Query, 'q' | 'columns' | 'locale'>): Promise<OpenList> {
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
function columnsOf(asked: string): CaseListColumn[] {
  const wanted = asked.split(',').flatMap((key) => caseListColumns.filter((known) => known === key))
  if (wanted.length === 0) throw new AppError('error.invalid', { field: 'columns' })
  return [...new Set(wanted)]
}

type Heading = keyof ReportTexts['columns'] | keyof ReportTexts['listColumns']

const headings: Record<CaseListColumn, readonly Heading[]> = {
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

const cells: Record<CaseListColumn, (row: CaseRow, texts: ReportTexts) => string[]> = {
  caseNumber: ({ caseNumber }) => [caseNumber],
  name: ({ name, caseNumber }) => [name, caseNumber],
  status: ({ status }, texts) => [texts.status[status]],
  outstanding: ({ outstandingCents, currency }) => [amountText(outstandingCents), currency],
  paid: ({ paidCents, paidOn }) => [paidCents === 0 ? '' : amountText(paidCents), dayText(paidOn)],
  city: ({ city }) => [city ?? ''],
  phone: ({ phone }) => [phone ?? ''],
  email: ({ email }) => [email ?? ''],
  attempts: ({ attempts }) => [String(attempts)],
  lastAnswer: ({ lastAnswer }, texts) => [lastAnswer === null ? '' : texts.lastAnswer[lastAnswer]],
  result: ({ result }, texts) => [result !== null && isResultCode(result) ? texts.results[result] : (result ?? '')],
  batch: ({ batchName }) => [batchName],
  updatedAt: ({ updatedAt }) => [momentText(updatedAt)],
  nextStep: ({ nextStep }) => [nextStep?.name ?? '', momentText(nextStep?.at ?? null)],
  paidShare: ({ outstandingCents, paidCents }) => {
    const claim = (outstandingCents ?? 0) + paidCents
    return [outstandingCents === null || claim === 0 ? '' : ((100 * paidCents) / claim).toFixed(1).replace('.', ',')]
  },
  promised: ({ promisedCents, promisedOn }) => [promisedCents === 0 ? '' : amountText(promisedCents), dayText(promisedOn)],
}
