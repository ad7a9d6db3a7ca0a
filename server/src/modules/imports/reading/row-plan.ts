import type { FieldDefinition } from '@regie/contract/fields.ts'
import type { CellTransform } from '@regie/contract/cell-transforms.ts'
import type { CaseColumn, ImportFlag } from '@regie/contract/import-columns.ts'
import type { FileFormats } from '../../fields/field-value.ts'

/** How each row of a file is read: which column is which field, and what was chosen for all of them. */
export type RowPlan = {
  headings: readonly string[]
  columns: readonly { index: number; field: FieldDefinition; transform: CellTransform | null }[]
  /** Flags and what else a file may say of a case. */
  news: readonly { index: number; key: ImportFlag | CaseColumn; transform: CellTransform | null }[]
  /** Values that every row has, in our own notation, by field. */
  constants: Readonly<Record<string, string>>
  /** Fields of which one must be filled, where the file has a column for any. */
  groups: readonly (readonly string[])[]
  formats: FileFormats
  today: string
}

/** What the file says of the case itself. */
export type CaseNews = {
  /** Why it is not contacted. */
  flag: ImportFlag | null
  startOn: string | null
  expiresOn: string | null
  priority: number | null
  linkedNumber: string | null
  currency: string
}
