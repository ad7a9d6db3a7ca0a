import type { CaseRow } from '@regie/contract/cases.ts'
import type { RowAction } from '../../../ui/data-table.tsx'

/** What can be done with a case without opening it. */
export type CaseRowActions = ((row: CaseRow) => readonly RowAction[]) | undefined
