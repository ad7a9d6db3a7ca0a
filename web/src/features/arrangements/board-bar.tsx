import type { ReactNode } from 'react'
import { ColumnChooser } from '../../ui/column-chooser.tsx'
import type { Column, ColumnHeader } from '../../ui/data-table.tsx'
import { useIsPhone } from '../../ui/use-media.ts'
import styles from './boards.module.css'

/** How a board is shown: its filters and order as they stand in the address, its columns, and the views that keep both. */
export type BoardProps<Name extends string> = {
  customerID: number
  filters: Readonly<Record<Name, string>>
  onFilters: (changed: Partial<Record<Name, string>>) => void
  headers: readonly ColumnHeader[]
  onHeaders: (headers: readonly ColumnHeader[]) => void
  viewMenu: ReactNode
}

type BoardBarProps = Pick<BoardProps<never>, 'headers' | 'onHeaders' | 'viewMenu'> & {
  columns: readonly Pick<Column<never>, 'key' | 'label' | 'isHidden'>[]
  children: ReactNode
}

/** The filter of a board, its views and its columns. */
export function BoardBar({ columns, headers, onHeaders, viewMenu, children }: BoardBarProps) {
  const isPhone = useIsPhone()
  return (
    <div className={styles.bar}>
      <div className={styles.filter}>{children}</div>
      <span className={styles.spacer} />
      {viewMenu}
      {/* Cards have no columns. */}
      {!isPhone && <ColumnChooser columns={columns} headers={headers} onHeaders={onHeaders} />}
    </div>
  )
}
