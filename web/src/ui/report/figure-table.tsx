import type { ReactNode } from 'react'
import { ScrollRegion } from '../scroll-region.tsx'
import { MetricInfo } from './metric-info.tsx'
import styles from './report.module.css'

/** `formula`: how it is reckoned, where its name does not say so. */
export type FigureColumn<Row> = { key: string; label: string; cell: (row: Row) => ReactNode; formula?: string }

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
            {columns.map(({ key, label: name, formula }) => (
              <th key={key} scope="col">
                <span className={styles.head}>
                  {name}
                  {formula !== undefined && <MetricInfo label={name} formula={formula} />}
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
