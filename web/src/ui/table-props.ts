import type { ReactNode } from 'react'
import type { AppPath } from '../paths.ts'
import type { Column, ColumnFilters, ColumnHeader } from './column-settings.ts'
import type { RowAction } from './row-actions.tsx'
import type { TableSort } from './table-head.tsx'

/** Rows as the table wants them; `useRows` of api/ gives this shape. */
export type TableRows<Row> = {
  rows: readonly Row[]
  total: { value: number; exact: boolean } | null
  isLoading: boolean
  failure: Error | null
  hasMore: boolean
  loadMore: () => void
  retry: () => void
}

export type DataTableProps<Row> = {
  label: string
  columns: readonly Column<Row>[]
  list: TableRows<Row>
  rowKey: (row: Row) => string
  linkTo?: (row: Row) => AppPath | undefined
  onOpen?: (row: Row) => void
  sort?: TableSort | null
  onSort?: (sort: TableSort) => void
  filters?: ColumnFilters
  headers?: readonly ColumnHeader[]
  onHeaders?: (headers: ColumnHeader[]) => void
  chosen?: ReadonlySet<string>
  onChosen?: (chosen: Set<string>) => void
  /** What can be done with a row without opening it: at its right end under the pointer, as a menu with `.`. */
  rowActions?: (row: Row) => readonly RowAction[]
  /** A column of its own shows them already: the pointer brings up none. */
  areActionsShown?: boolean
  /** A row that is a heading for those beneath it: its words; null for all others. */
  headingOf?: (row: Row) => string | null
  empty: ReactNode
}
