import * as z from 'zod/mini'
import { caseFilter, caseOrder } from './case-filter.ts'
import { CaseStatus } from './cases.ts'
import { Channel } from './channels.ts'
import { endpoint } from './endpoint.ts'
import { Locale } from './locale.ts'
import { Id } from './paging.ts'
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
  csv: endpoint({
    method: 'POST',
    path: '/reports/csv',
    access: { right: Right.exportReports, also: [Right.reportBatches, Right.viewCases] },
    budget: 'export',
    summary: 'Results of batches as CSV; formulas are neutralised',
    body: z.object({ kind: z.literal('batch'), batchIDs: z.array(Id).check(z.minLength(1), z.maxLength(100)), locale: Locale }),
    file: 'text/csv',
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
