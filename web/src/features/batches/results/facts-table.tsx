import type { ReactNode } from 'react'
import { useText } from '../../../locales/i18n.tsx'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import type { MeterPart } from '../../../ui/progress.tsx'
import styles from './results.module.css'

export type FactsRow = { key: string; name: ReactNode; cells: readonly ReactNode[] }

type FactsTableProps = {
  title: string
  head: readonly string[]
  rows: readonly FactsRow[]
  total?: FactsRow | undefined
  className?: string | undefined
}

/** Numbers by line; a cell may draw its number too. On a phone each cell says what it is of, so nothing stands beside the screen. */
export function FactsTable({ title, head, rows, total, className = '' }: FactsTableProps) {
  const t = useText()
  return (
    <ScrollRegion className={`${styles.tableBox} fades-aside`} label={t('batches.results.charts.table', { title })}>
      <table className={`${styles.table} ${className}`}>
        <caption className="visually-hidden">{title}</caption>
        <thead>
          <tr>
            {head.map((word) => (
              <th key={word} scope="col">
                {word}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.key} row={row} head={head} />
          ))}
        </tbody>
        {total !== undefined && (
          <tfoot>
            <Row row={total} head={head} />
          </tfoot>
        )}
      </table>
    </ScrollRegion>
  )
}

function Row({ row: { name, cells }, head }: { row: FactsRow; head: readonly string[] }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      {cells.map((cell, at) => (
        <td key={head[at + 1]} data-of={head[at + 1]}>
          {cell}
        </td>
      ))}
    </tr>
  )
}

type MeasureProps = { value: string; note?: ReactNode; parts: readonly Omit<MeterPart, 'label'>[]; whole: number }

/** A number, what it is of, and how much that is as a bar beneath them. */
export function Measure({ value, note, parts, whole }: MeasureProps) {
  return (
    <span className={styles.measure}>
      <span>
        <strong>{value}</strong> {note !== undefined && <small>{note}</small>}
      </span>
      <span className={styles.bar} aria-hidden="true">
        {parts.map(({ tone, value: size }) => (
          <span key={tone} data-tone={tone} style={{ width: `${(100 * size) / Math.max(1, whole)}%` }} />
        ))}
      </span>
    </span>
  )
}

type LegendPart = { tone: MeterPart['tone']; kind?: 'line'; words: string }

/** What each colour stands for. */
export function Legend({ parts }: { parts: readonly LegendPart[] }) {
  return (
    <ul className={styles.legend}>
      {parts.map(({ tone, kind, words }) => (
        <li key={words}>
          <span data-tone={tone} data-kind={kind} aria-hidden="true" />
          {words}
        </li>
      ))}
    </ul>
  )
}
