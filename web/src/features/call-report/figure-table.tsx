import type { ReactNode } from 'react'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { type Explained, MetricInfo } from './metric-info.tsx'
import styles from './call-report.module.css'

export type FigureColumn<Row> = { key: string; label: string; cell: (row: Row) => ReactNode; info?: Explained }

type FigureTableProps<Row, Total> = {
  label: string
  first: { label: string; cell: (row: Row) => ReactNode; total: string }
  columns: readonly FigureColumn<Row | Total>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  total: Total
}

/** Rows of figures under their names, and all of them together at the end. */
export function FigureTable<Row, Total>({ label, first, columns, rows, keyOf, total }: FigureTableProps<Row, Total>) {
  return (
    <ScrollRegion className={`${styles.scrolls} fades-aside`} label={label}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{first.label}</th>
            {columns.map(({ key, label: name, info }) => (
              <th key={key} scope="col">
                <span className={styles.head}>
                  {name}
                  {info !== undefined && <MetricInfo name={info} />}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              <th scope="row">{first.cell(row)}</th>
              {columns.map(({ key, cell }) => (
                <td key={key}>{cell(row)}</td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{first.total}</th>
            {columns.map(({ key, cell }) => (
              <td key={key}>{cell(total)}</td>
            ))}
          </tr>
        </tfoot>
      </table>
    </ScrollRegion>
  )
}
