import type { ErrorCode } from '@regie/contract/error-codes.ts'
import type { ImportFlag } from '@regie/contract/import-columns.ts'
import type { FieldDefinition } from '@regie/contract/fields.ts'
import type { ErrorParams } from '../../../platform/app-error.ts'
import type { BadRow } from './check-row.ts'
import type { RowPlan } from './row-plan.ts'
import type { Table } from './open-table.ts'
import type { Repairs } from './repaired-rows.ts'
import type { Choices, Survey } from './survey-file.ts'

/** What is asked of the process that reads a file; the file comes with the first. */
export type FileRequest = {
  file: { content: Uint8Array; repairs: Repairs } | null
  request:
    | { kind: 'survey'; fields: readonly FieldDefinition[]; choices: Choices }
    /** A plan begins the file anew, null goes on. */
    | { kind: 'rows'; plan: RowPlan | null }
}

export type FileAnswer =
  | { kind: 'survey'; file: Pick<Table, 'format' | 'encoding' | 'separator'>; survey: Survey }
  | { kind: 'rows'; rows: ReadRow[] }
  | { kind: 'refused'; code: ErrorCode; params: ErrorParams }

/** One row, read and checked. `raw` is the row as it stood in the file and `staged` what becomes of it, both written for COPY. */
export type ReadRow = { row: number; raw: string; shown: readonly string[] | null } & (
  | { bad: BadRow; good: null }
  | { bad: null; good: ReadCase }
)

export type ReadCase = {
  caseNumber: string
  phones: string[]
  /** In lower case, as addresses are compared. */
  email: string | null
  cents: number | null
  currency: string
  flag: ImportFlag | null
  linkedNumber: string | null
  isUnreachable: boolean
  staged: string
}
