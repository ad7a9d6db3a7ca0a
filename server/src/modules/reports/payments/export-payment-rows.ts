import { Readable } from 'node:stream'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import { pageLimitMax } from '@regie/contract/paging.ts'
import { type PaymentRow, type paymentReportApi, paymentRowsMax } from '@regie/contract/payment-report.ts'
import { AppError } from '../../../platform/app-error.ts'
import { keepScope } from '../../../platform/db/scope.ts'
import { amountText, dayText, momentText } from '../../../platform/documents/cell-formats.ts'
import { byteOrderMark, csvLine } from '../../../platform/documents/csv-cells.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { FileReply } from '../../../platform/http/route.ts'
import type { Services } from '../../../services.ts'
import { type ReportTexts, reportTexts } from '../report-texts.ts'
import { listPaymentRows } from './payment-rows.ts'

type Query = RequestOf<typeof paymentReportApi.file>['query']
type Texts = ReportTexts['payments']

const cells: Record<keyof Texts['columns'], (row: PaymentRow, texts: Texts) => string> = {
  caseNumber: ({ caseNumber }) => caseNumber,
  script: ({ script }) => script,
  amount: ({ amountCents }) => amountText(amountCents),
  currency: ({ currency }) => currency,
  state: ({ state }, texts) => texts.states[state],
  method: ({ method }, texts) => texts.methods[method],
  at: ({ at }) => momentText(at),
  paidOn: ({ paidOn }) => dayText(paidOn),
}
const keys = Object.keys(cells) as (keyof Texts['columns'])[]

/** The links or payments behind a number of the report as CSV, page by page. The first is asked before anything leaves, so that it can be refused. */
export async function exportPaymentRows(services: Services, caller: Caller, { locale, ...query }: Query): Promise<FileReply> {
  const texts = reportTexts[locale].payments
  const ask = (cursor: string | null) =>
    listPaymentRows(services, caller, { ...query, limit: pageLimitMax, ...(cursor !== null && { cursor }) })
  const first = await ask(null)
  if (first.total.value > paymentRowsMax) throw new AppError('report.tooManyRows', { params: { count: paymentRowsMax } })
  const inScope = keepScope()
  async function* lines() {
    yield byteOrderMark + csvLine(keys.map((key) => texts.columns[key]))
    for (let page = first; ; ) {
      yield page.rows.map((row) => csvLine(keys.map((key) => cells[key](row, texts)))).join('')
      const { nextCursor } = page
      if (nextCursor === null) return
      // Read when the browser takes it, which is after the request has left its own scope.
      page = await inScope(() => ask(nextCursor))
    }
  }
  return { fileName: `${texts.fileName}.csv`, stream: Readable.from(lines()) }
}
