import { useEffect, useMemo } from 'react'
import styles from './data-table.module.css'
import { columnsOfCard, columnsWithin, type ShownColumn, widthOf } from './table-columns.ts'
import type { GridPlace } from './table-keys.ts'
import type { DataTableProps } from './table-props.ts'
import { HeadingRow, TableRow, WaitingRow } from './table-row.tsx'
import { bodyHeight } from './table-window.ts'
import { useIsPhone } from './use-media.ts'
import { useRowHeight, useScrollWindow } from './use-scroll-window.ts'

const loadingRows = 12
const rowsAhead = 40

type TableBodyProps<Row> = Pick<DataTableProps<Row>, 'list' | 'rowKey' | 'linkTo' | 'chosen' | 'headingOf'> & {
  shown: readonly ShownColumn<Row>[]
  scroller: HTMLElement | null
  active: GridPlace
  toggle: ((rowId: string) => void) | undefined
}

/** The rows near the view, and of their columns those that somebody has scrolled to; at first only what fits in the window. A component of its own, so that scrolling draws nothing else again. */
export function TableBody<Row>({ list, rowKey, linkTo, chosen, headingOf, shown, scroller, active, toggle }: TableBodyProps<Row>) {
  const { rows, isLoading, hasMore } = list
  const count = isLoading ? loadingRows : rows.length + (hasMore ? loadingRows : 0)
  const height = useRowHeight()
  const { first, last, topOf, reach } = useScrollWindow(scroller, count, height)
  const isPhone = useIsPhone()
  const drawnCount = Math.max(columnsWithin(shown, reach), active.column + 1, isPhone ? columnsOfCard(shown) : 0)
  const drawn = useMemo(() => shown.slice(0, drawnCount), [shown, drawnCount])
  useEffect(() => {
    if (hasMore && !isLoading && last + rowsAhead >= rows.length) list.loadMore()
  }, [last, hasMore, isLoading, rows.length, list])
  const width = widthOf(shown) + (toggle === undefined ? 0 : 44)
  const rest = widthOf(shown) - widthOf(drawn)
  return (
    <div
      role="rowgroup"
      className={styles.body}
      data-waiting={isLoading || undefined}
      style={{ height: bodyHeight(count, height), minWidth: width }}
    >
      {Array.from({ length: Math.max(0, last - first + 1) }, (_row, offset) => {
        const index = first + offset
        const row = rows[index]
        if (row === undefined)
          return (
            <WaitingRow
              key={`waiting ${index}`}
              index={index}
              top={topOf(index)}
              columns={drawn as readonly ShownColumn<never>[]}
              rest={rest}
            />
          )
        const rowId = rowKey(row)
        const heading = headingOf?.(row) ?? null
        if (heading !== null)
          return (
            <HeadingRow
              key={rowId}
              index={index}
              top={topOf(index)}
              columns={shown.length}
              words={heading}
              isActive={active.row === index}
            />
          )
        return (
          <TableRow
            key={rowId}
            row={row}
            rowId={rowId}
            index={index}
            top={topOf(index)}
            columns={drawn}
            rest={rest}
            activeColumn={active.row === index ? active.column : -1}
            isChosen={chosen?.has(rowId) ?? false}
            onToggle={toggle}
            to={linkTo?.(row)}
          />
        )
      })}
    </div>
  )
}
