import type { ColumnType, ReportCell, ReportColumn } from '@regie/contract/report-wish.ts'
import { useMemo } from 'react'
import { useLocale, useText } from '../../locales/i18n.tsx'
import { type Column, DataTable, type TableRows } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { cellWords, isRight } from './cell-words.ts'

type Row = { place: number; cells: readonly ReportCell[] }
type ReportTableProps = {
  label: string
  columns: readonly ReportColumn[]
  rows: readonly (readonly ReportCell[])[]
  total: number
  empty: string
}

const widths: Record<ColumnType, number> = { text: 150, count: 110, amount: 110, day: 120, moment: 140, share: 100 }

/** A report with its own columns, under the names that somebody gave them. */
export function ReportTable({ label, columns, rows, total, empty }: ReportTableProps) {
  const t = useText()
  const locale = useLocale()
  const shown = useMemo(
    () => columns.map(({ input, report, type }, place): Column<Row> => columnOf(input, report, type, place)),
    // Cells are written in the language of the screen.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [columns, locale],
  )
  const numbered = useMemo(() => rows.map((cells, place) => ({ place, cells })), [rows])
  const list: TableRows<Row> = {
    ...{ rows: numbered, total: { value: total, exact: true }, isLoading: false, failure: null, hasMore: false },
    ...{ loadMore: () => undefined, retry: () => undefined },
  }
  return (
    <DataTable
      label={label}
      columns={shown}
      list={list}
      rowKey={({ place }) => String(place)}
      empty={<EmptyState icon="result" title={t('reports.none')} text={empty} />}
    />
  )
}

function columnOf(key: string, label: string, type: ColumnType, place: number): Column<Row> {
  const text = ({ cells }: Row) => cellWords(type, cells[place] ?? null)
  return { key, label, width: widths[type], cell: text, text, ...(isRight(type) && { align: 'right' }) }
}
