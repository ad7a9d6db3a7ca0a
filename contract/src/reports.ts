import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Locale } from './locale.ts'
import { Id } from './paging.ts'
import { Right } from './right-codes.ts'

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
}
