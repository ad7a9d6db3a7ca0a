import { Readable } from 'node:stream'
import type { CaseRow } from '@regie/contract/cases.ts'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import { pageLimitMax } from '@regie/contract/paging.ts'
import { type CaseListColumn, caseListColumns, caseListRowsMax, type reportApi } from '@regie/contract/reports.ts'
import { AppError } from '../../platform/app-error.ts'
import { withCustomers } from '../../platform/db/scope.ts'
import { byteOrderMark, csvLine } from '../../platform/documents/csv-cells.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { FileReply } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { listCases } from '../cases/list-cases.ts'
import { searchCases } from '../cases/search/search-cases.ts'
import { reportTexts, type ReportTexts } from './report-texts.ts'

type Query = RequestOf<typeof reportApi.cases>['query']

/**
 * A list of cases as one sees it: the same filters, order, columns and masks, because it asks the pages of the list itself. Streamed page by page; the
 * first is asked before anything leaves, so that what is refused on the screen is refused here.
 */
export async function exportCaseList(services: Services, caller: Caller, query: Query): Promise<FileReply> {
  const texts = reportTexts[query.locale]
  const columns = columnsOf(query.columns)
  const ask = (cursor: string | null) => pageOf(services, caller, query, cursor)
  const first = await ask(null)
  if (first.total.value > caseListRowsMax) throw new AppError('report.tooManyRows', { params: { count: caseListRowsMax } })
  async function* lines() {
    const words = { ...texts.columns, ...texts.listColumns }
    yield byteOrderMark + csvLine(columns.flatMap((column) => headings[column].map((key) => words[key])))
    for (let page = first; ; ) {
      yield page.rows.map((row) => csvLine(columns.flatMap((column) => cells[column](row, texts)))).join('')
      if (page.nextCursor === null) return
      const cursor = page.nextCursor
      // Read when the browser takes it, which is after the request has left its own scope.
      page = await withCustomers(caller.customerIds, () => ask(cursor))
    }
  }
  return { fileName: `${texts.caseList}.csv`, stream: Readable.from(lines()) }
}

function pageOf(services: Services, caller: Caller, { q, columns: _columns, locale: _locale, ...query }: Query, cursor: string | null) {
  const page = { ...query, limit: pageLimitMax, ...(cursor !== null && { cursor }) }
  return q === undefined ? listCases(services, caller, page) : searchCases(services, caller, { ...page, q })
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
  outstanding: ({ outstandingCents, currency }) => [amount(outstandingCents), currency],
  paid: ({ paidCents, paidOn }) => [paidCents === 0 ? '' : amount(paidCents), day(paidOn)],
  city: ({ city }) => [city ?? ''],
  phone: ({ phone }) => [phone ?? ''],
  email: ({ email }) => [email ?? ''],
  attempts: ({ attempts }) => [String(attempts)],
  lastAnswer: ({ lastAnswer }, texts) => [lastAnswer === null ? '' : texts.lastAnswer[lastAnswer]],
  result: ({ result }) => [result ?? ''],
  batch: ({ batchName }) => [batchName],
  updatedAt: ({ updatedAt }) => [at(updatedAt)],
  nextStep: ({ nextStep }) => [nextStep?.name ?? '', nextStep?.at ? at(nextStep.at) : ''],
  paidShare: ({ outstandingCents, paidCents }) => {
    const claim = (outstandingCents ?? 0) + paidCents
    return [outstandingCents === null || claim === 0 ? '' : ((100 * paidCents) / claim).toFixed(1).replace('.', ',')]
  },
  promised: ({ promisedCents, promisedOn }) => [promisedCents === 0 ? '' : amount(promisedCents), day(promisedOn)],
}

// As in the report of a batch: a Dutch spreadsheet reads both.
const amount = (cents: number | null) => (cents === null ? '' : (cents / 100).toFixed(2).replace('.', ','))
const moment = new Intl.DateTimeFormat('nl-NL', {
  ...{ timeZone: 'Europe/Amsterdam', day: '2-digit', month: '2-digit', year: 'numeric', hour: '2-digit', minute: '2-digit' },
})
const at = (iso: string) => moment.format(new Date(iso)).replace(',', '')
const day = (iso: string | null) => (iso === null ? '' : iso.split('-').reverse().join('-'))
