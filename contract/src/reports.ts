import * as z from 'zod/mini'
import { caseFilter, caseOrder } from './case-filter.ts'
import { CaseStatus } from './cases.ts'
import { Channel } from './channels.ts'
import { endpoint } from './endpoint.ts'
import { Locale } from './locale.ts'
import { Id } from './paging.ts'
import { BatchWish, ReportBatch, ReportMapping, ReportOutput, ReportWish, ScriptWish } from './report-wish.ts'
import { Right } from './right-codes.ts'

/** The columns of a list of cases that a file may have. */
export const caseListColumns = [
  ...(['caseNumber', 'name', 'status', 'outstanding', 'paid', 'city', 'phone', 'email', 'attempts', 'lastAnswer', 'result'] as const),
  ...(['batch', 'updatedAt', 'nextStep', 'paidShare', 'promised'] as const),
] as const
export type CaseListColumn = (typeof caseListColumns)[number]

/** Of a list as one sees it; the results of a batch have no such limit. */
export const caseListRowsMax = 100_000

/** What became of a batch: its cases by result, what was paid in which week, and how many people each channel reached. */
export const BatchResults = z.object({
  results: z.array(
    z.object({ result: z.nullable(z.string()), currency: z.string(), cases: z.number(), claimedCents: z.number(), paidCents: z.number() }),
  ),
  /** `week` is its Monday; weeks without a payment are left out. */
  weeks: z.array(z.object({ week: z.string(), currency: z.string(), cents: z.number(), receipts: z.number() })),
  /**
   * `messages` are known to have left, `unknown` perhaps, as the counters of the batch have both; `failed` have not. `cases` were tried; `reached` got a
   * message or picked up the phone. `received` are the messages that people wrote back, automatic answers left out.
   */
  reach: z.array(
    z.object({
      ...{ channel: Channel, messages: z.number(), unknown: z.number(), failed: z.number() },
      ...{ cases: z.number(), reached: z.number(), received: z.number() },
      /** Of mails whose template asks for it: how many left so, opened, opened perhaps by a program alone, and with a link that somebody followed. */
      ...{ measured: z.number(), opened: z.number(), maybeOpened: z.number(), clicked: z.number() },
    }),
  ),
})
export type BatchResults = z.infer<typeof BatchResults>

const CaseListQuery = z.object({
  customerID: Id,
  batchID: z.optional(Id),
  status: z.optional(CaseStatus),
  q: z.optional(z.string().check(z.maxLength(500))),
  ...caseFilter,
  ...caseOrder,
  /** Keys of columns, divided by commas, in their order. */
  columns: z.string().check(z.maxLength(1_000)),
  locale: Locale,
})

export const reportApi = {
  batch: endpoint({
    method: 'GET',
    path: '/reports/batches/:batchID',
    access: { right: Right.reportBatches },
    budget: 'analysis',
    summary: 'What became of a batch: cases and money by result, payments by week, people reached by channel',
    params: z.object({ batchID: Id }),
    response: BatchResults,
  }),
  batches: endpoint({
    method: 'GET',
    path: '/reports/batch',
    access: { right: Right.reportBatches },
    summary: 'The batches that one may choose for a report, the newest first, with their cases and money',
    query: z.object({ customerID: Id, scriptID: z.optional(Id), q: z.optional(z.string().check(z.maxLength(120))) }),
    response: z.array(ReportBatch),
  }),
  batchMapping: endpoint({
    method: 'GET',
    path: '/reports/batch/mapping',
    access: { right: Right.reportBatches, also: [Right.viewCases] },
    budget: 'analysis',
    summary: 'The columns that a report of a batch may have, with what its first cases have in them',
    audited: true,
    query: z.object({ batchID: Id, customerID: Id, locale: z._default(Locale, 'nl') }),
    response: ReportMapping,
  }),
  scriptMapping: endpoint({
    method: 'GET',
    path: '/reports/script/mapping',
    access: { right: Right.reportScripts, also: [Right.viewCases] },
    budget: 'analysis',
    summary: 'The columns that a report of a script may have, with what its first cases have in them',
    audited: true,
    query: z.object({ scriptID: Id, customerID: Id, locale: z._default(Locale, 'nl') }),
    response: ReportMapping,
  }),
  batchOutput: endpoint({
    method: 'POST',
    path: '/reports/batch/output',
    access: { right: Right.reportBatches, also: [Right.viewCases] },
    budget: 'analysis',
    asksOnly: true,
    audited: true,
    summary: 'A report of batches for the screen',
    body: BatchWish,
    response: ReportOutput,
  }),
  scriptOutput: endpoint({
    method: 'POST',
    path: '/reports/script/output',
    access: { right: Right.reportScripts, also: [Right.viewCases] },
    budget: 'analysis',
    asksOnly: true,
    audited: true,
    summary: 'A report of a script for the screen',
    body: ScriptWish,
    response: ReportOutput,
  }),
  csv: endpoint({
    method: 'POST',
    path: '/reports/csv',
    access: { right: Right.exportReports, also: [Right.viewCases] },
    budget: 'export',
    summary: 'A report as CSV; of batches for who may see their results (601), of a script for who may see its report (602)',
    body: ReportWish,
    file: 'text/csv',
  }),
  excel: endpoint({
    method: 'POST',
    path: '/reports/excel',
    access: { right: Right.exportReports, also: [Right.viewCases] },
    budget: 'export',
    summary: 'The same as a workbook: amounts are numbers, days are dates, text stays text',
    body: ReportWish,
    file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  }),
  cases: endpoint({
    method: 'GET',
    path: '/reports/cases',
    access: { right: Right.exportReports, also: [Right.viewCases] },
    budget: 'export',
    audited: true,
    summary: 'A list of cases as it is seen, as CSV: with `q` what was found, else those of a customer or batch; formulas are neutralised',
    query: CaseListQuery,
    file: 'text/csv',
  }),
  caseBook: endpoint({
    method: 'GET',
    path: '/reports/case-book',
    access: { right: Right.exportReports, also: [Right.viewCases] },
    budget: 'export',
    audited: true,
    summary: 'The same list as a workbook: amounts are numbers, days are dates, text stays text',
    query: CaseListQuery,
    file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  }),
}
