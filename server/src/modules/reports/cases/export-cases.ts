import { Readable } from 'node:stream'
import { caseAges, type CaseFlow, type casesReportApi, paidShareOf, recoveryDays } from '@regie/contract/cases-report.ts'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import type { ColumnType, ReportCell } from '@regie/contract/report-wish.ts'
import { isResultCode } from '@regie/contract/result-codes.ts'
import { byteOrderMark, csvLine } from '../../../platform/documents/csv-cells.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { FileReply } from '../../../platform/http/route.ts'
import type { Services } from '../../../services.ts'
import { csvCell } from '../columns/cell-values.ts'
import { type ReportTexts, reportTexts } from '../report-texts.ts'
import { findCaseAges, findCaseBuckets, findCaseMonths, findCaseResults, findCaseScripts } from './case-figures.ts'

type Query = RequestOf<typeof casesReportApi.file>['query']
type Column = { heading: string; type: ColumnType }
type Table = { columns: Column[]; rows: ReportCell[][] }

/** What a tab of the report shows, as CSV. */
export async function exportCases(services: Services, caller: Caller, query: Query): Promise<FileReply> {
  const texts = reportTexts[query.locale]
  const { columns, rows } = await tables[query.view](services, caller, query, texts)
  const lines = [
    columns.map(({ heading }) => heading),
    ...rows.map((row) => row.map((cell, at) => csvCell(columns[at]?.type ?? 'text', cell))),
  ]
  return { fileName: `${texts.cases.fileName[query.view]}.csv`, stream: Readable.from([byteOrderMark + lines.map(csvLine).join('')]) }
}

const text = (heading: string): Column => ({ heading, type: 'text' })
const count = (heading: string): Column => ({ heading, type: 'count' })
const amount = (heading: string, currency: string): Column => ({ heading: `${heading} (${currency})`, type: 'amount' })

const flowColumns = ({ came, closed, paid, paidShare }: ReportTexts['cases']['columns']): Column[] => [
  ...[count(came), count(closed), count(paid)],
  { heading: paidShare, type: 'share' },
]
const flowCells = (flow: CaseFlow): ReportCell[] => [flow.came, flow.closed, flow.paid, paidShareOf(flow)]

type Make = (services: Services, caller: Caller, query: Query, texts: ReportTexts) => Promise<Table>
const tables: Record<Query['view'], Make> = {
  async buckets(services, caller, query, { cases }) {
    const { rows } = await findCaseBuckets(services, caller, query)
    return {
      columns: [{ heading: cases.columns.from, type: 'moment' }, ...flowColumns(cases.columns)],
      rows: rows.map((row) => [row.bucket, ...flowCells(row)]),
    }
  },
  async results(services, caller, query, { cases, results }) {
    const { rows, currency } = await findCaseResults(services, caller, query)
    const { result, code, closed, claimed, received } = cases.columns
    return {
      columns: [text(result), text(code), count(closed), amount(claimed, currency), amount(received, currency)],
      rows: rows.map((row) => [
        ...[isResultCode(row.result) ? results[row.result] : row.result, row.result],
        ...[row.closed, row.claimedCents, row.receivedCents],
      ]),
    }
  },
  async scripts(services, caller, query, { cases }) {
    const { rows, currency } = await findCaseScripts(services, caller, query)
    const { script, open, outstanding, received } = cases.columns
    const [owed, came] = [amount(outstanding, currency), amount(received, currency)]
    return {
      columns: [text(script), ...flowColumns(cases.columns), came, count(open), owed],
      rows: rows.map((row) => [row.name, ...flowCells(row), row.receivedCents, row.open, row.outstandingCents]),
    }
  },
  async ages(services, caller, query, { cases }) {
    const { rows, currency } = await findCaseAges(services, caller, query)
    const { age, open, outstanding } = cases.columns
    return {
      columns: [text(age), count(open), amount(outstanding, currency)],
      rows: rows.map((row, at) => [ageInWords(cases, at), row.open, row.outstandingCents]),
    }
  },
  async months(services, caller, query, { cases }) {
    const { rows, currency } = await findCaseMonths(services, caller, query)
    const { month, cases: counted, claimed, received } = cases.columns
    const within = recoveryDays.map(
      (days): Column => ({
        heading: cases.within.replace('{days}', String(days)).replace('{currency}', currency),
        type: 'amount',
      }),
    )
    return {
      columns: [text(month), count(counted), amount(claimed, currency), ...within, amount(received, currency)],
      rows: rows.map((row) => [row.month, row.cases, row.claimedCents, ...row.within, row.receivedCents]),
    }
  },
}

function ageInWords({ age, older }: ReportTexts['cases'], at: number): string {
  const above = at === 0 ? -1 : (caseAges[at - 1] ?? 0)
  const upTo = caseAges[at]
  if (upTo == null) return older.replace('{days}', String(above))
  return age.replace('{from}', String(above + 1)).replace('{to}', String(upTo))
}
