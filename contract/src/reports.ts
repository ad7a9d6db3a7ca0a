import * as z from 'zod/mini'
import { caseFilter, caseOrder, CaseStatus } from './cases.ts'
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

export const reportApi = {
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
    query: z.object({
      customerID: Id,
      batchID: z.optional(Id),
      status: z.optional(CaseStatus),
      q: z.optional(z.string().check(z.maxLength(500))),
      ...caseFilter,
      ...caseOrder,
      /** Keys of columns, divided by commas, in their order. */
      columns: z.string().check(z.maxLength(1_000)),
      locale: Locale,
    }),
    file: 'text/csv',
  }),
}
