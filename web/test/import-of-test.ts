import type { Import } from '@regie/contract/files.ts'
import { usualDuplicateRule } from '@regie/contract/import-columns.ts'

/** An import that was checked and has nothing to say, with what a test changes of it. */
export const importOfTest = (more: Partial<Import> = {}): Import => ({
  ...{ importID: 5, customerID: 1, scriptID: 2, fileName: 'najaar.csv', bytes: 300, status: 'ready', failure: null },
  ...{ encoding: 'utf-8', separator: ';', columns: [], constants: [], duplicates: usualDuplicateRule, format: 'csv' },
  ...{ changes: [], dateOrder: null, decimalMark: null, missing: [], preview: [], counts: null, issues: [] },
  ...{ progress: { done: 1, total: 1 }, checkNo: 1, repaired: 0, batchID: null, begins: 'now', scan: null, twin: null },
  ...more,
})
