import { memo, type ReactNode } from 'react'
import type { AppPath } from '../paths.ts'
import { useText } from '../locales/i18n.tsx'
import { AppLink } from './app-link.tsx'
import styles from './data-table.module.css'
import type { ShownColumn } from './table-columns.ts'

type TableRowProps<Row> = {
  row: Row
  rowId: string
  index: number
  top: number
  columns: readonly ShownColumn<Row>[]
  /** Width of the columns that are not drawn yet: the first column, which takes what is left, must not take theirs. */
  rest: number
  /** Column that holds the focus, -1 when it is in another row. */
  activeColumn: number
  isChosen: boolean
  onToggle: ((rowId: string) => void) | undefined
  to: AppPath | undefined
}

/** One row, drawn again only when something of its own changed: scrolling mounts the rows that enter and no others. */
export const TableRow = memo(function TableRow<Row>({
  row,
  rowId,
  index,
  top,
  columns,
  rest,
  activeColumn,
  isChosen,
  onToggle,
  to,
}: TableRowProps<Row>) {
  const t = useText()
  const shift = onToggle === undefined ? 1 : 2
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      data-row={index}
      aria-selected={onToggle === undefined ? undefined : isChosen}
      className={styles.row}
      style={{ top, paddingRight: rest }}
    >
      {onToggle !== undefined && (
        <div role="gridcell" aria-colindex={1} className={styles.choose}>
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={t('ui.table.chooseRow', { row: index + 1 })}
            checked={isChosen}
            onChange={() => onToggle(rowId)}
          />
        </div>
      )}
      {columns.map((column, columnIndex) => {
        const words = column.text?.(row)
        const isCut = mayBeCut(column, words)
        return (
          <div
            key={column.key}
            role="gridcell"
            aria-colindex={columnIndex + shift}
            data-column={columnIndex}
            data-align={column.align}
            data-rest={column.isRest || undefined}
            data-cut={isCut || undefined}
            tabIndex={activeColumn === columnIndex ? 0 : -1}
            className={columnIndex === 0 ? styles.firstCell : styles.cell}
            style={{ width: column.shownWidth }}
            title={isCut ? words : undefined}
          >
            {columnIndex === 0 && to !== undefined ? (
              <AppLink to={to} className={styles.link} tabIndex={-1}>
                {column.cell(row)}
              </AppLink>
            ) : (
              column.cell(row)
            )}
          </div>
        )
      })}
    </div>
  )
}) as <Row>(props: TableRowProps<Row>) => ReactNode

type HeadingRowProps = { index: number; top: number; columns: number; words: string; isActive: boolean }

/** What the rows beneath it have in common, over all columns. */
export function HeadingRow({ index, top, columns, words, isActive }: HeadingRowProps) {
  return (
    <div role="row" aria-rowindex={index + 2} data-row={index} className={styles.heading} style={{ top }}>
      <div role="gridcell" aria-colindex={1} aria-colspan={columns} data-column={0} tabIndex={isActive ? 0 : -1}>
        {words}
      </div>
    </div>
  )
}

const fontSize = 13
const paddingOfCell = 20

// Where the text is known: when it could be too wide, at an em for each character. Any other column is as wide as its longest, unless somebody made
// it narrower.
function mayBeCut({ width, shownWidth }: ShownColumn<never>, words: string | undefined): boolean {
  return words === undefined ? shownWidth < width : words.length * fontSize > shownWidth - paddingOfCell
}

/** The place of a row that is still on its way. */
export function WaitingRow({ index, top, columns, rest }: Pick<TableRowProps<never>, 'index' | 'top' | 'columns' | 'rest'>) {
  return (
    <div aria-hidden="true" className={styles.row} style={{ top, paddingRight: rest }}>
      {columns.map((column, columnIndex) => (
        <div
          key={column.key}
          data-rest={column.isRest || undefined}
          className={columnIndex === 0 ? styles.firstCell : styles.cell}
          style={{ width: column.shownWidth }}
        >
          <span className={styles.waiting} style={{ width: `${40 + ((index * 13 + columnIndex * 29) % 45)}%` }} />
        </div>
      ))}
    </div>
  )
}
