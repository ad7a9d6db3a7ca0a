import {
  columnOrderingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createColumnHelper,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import { type Column, type ColumnHeader, isShown, mergeHeaders } from './column-settings.ts'

const features = tableFeatures({ columnOrderingFeature, columnSizingFeature, columnVisibilityFeature, rowSortingFeature })
const helper = createColumnHelper<typeof features, object>()
// The rows stay with the server and the virtual body: a row model of a million rows would cost seconds and memory.
const noRows: object[] = []

export type ShownColumn<Row> = Column<Row> & { shownWidth: number }

/** The columns to draw, in the user's order, without those that are hidden, each with the user's width. */
export function useShownColumns<Row>(
  columns: readonly Column<Row>[],
  headers: readonly ColumnHeader[] | undefined,
): readonly ShownColumn<Row>[] {
  const merged = useMemo(() => mergeHeaders(headers ?? [], columns), [headers, columns])
  const widths = useMemo(() => new Map(merged.map((header) => [header.key, header.headerProps.width])), [merged])
  const definitions = useMemo(
    () =>
      helper.columns(
        columns.map((column) => helper.display({ id: column.key, header: column.label, size: widths.get(column.key) ?? column.width })),
      ),
    [columns, widths],
  )
  const state = useMemo(
    () => ({
      columnOrder: merged.map((header) => header.key),
      columnVisibility: Object.fromEntries(merged.map((header) => [header.key, isShown(header)])),
    }),
    [merged],
  )
  const table = useTable({ features, columns: definitions, data: noRows, state, manualSorting: true })
  const shownKeys = table
    .getVisibleLeafColumns()
    .map((column) => `${column.id}:${column.getSize()}`)
    .join(' ')
  return useMemo(() => shownKeys.split(' ').flatMap((entry) => shownColumn(columns, entry)), [shownKeys, columns])
}

function shownColumn<Row>(columns: readonly Column<Row>[], entry: string): ShownColumn<Row>[] {
  const split = entry.lastIndexOf(':')
  const column = columns.find((known) => known.key === entry.slice(0, split))
  return column === undefined ? [] : [{ ...column, shownWidth: Number(entry.slice(split + 1)) }]
}
