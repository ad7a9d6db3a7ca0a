import { useMemo } from 'react'
import { type Column, type ColumnHeader, isShown, mergeHeaders } from './column-settings.ts'

/** `isRest`: it takes the room that the others leave, with the others of which that is said. */
export type ShownColumn<Row> = Column<Row> & { shownWidth: number; isRest: boolean }

/** The columns to draw, in the user's order, without those that are hidden, each with the user's width. */
export function useShownColumns<Row>(
  columns: readonly Column<Row>[],
  headers: readonly ColumnHeader[] | undefined,
): readonly ShownColumn<Row>[] {
  return useMemo(() => shownColumns(columns, headers ?? []), [columns, headers])
}

function shownColumns<Row>(columns: readonly Column<Row>[], headers: readonly ColumnHeader[]): ShownColumn<Row>[] {
  const shown = withWidths(columns, headers)
  const isNamed = shown.some(({ takesRest }) => takesRest)
  return shown.map((column, at) => ({ ...column, isRest: isNamed ? column.takesRest === true : at === 0 }))
}

function withWidths<Row>(columns: readonly Column<Row>[], headers: readonly ColumnHeader[]): Omit<ShownColumn<Row>, 'isRest'>[] {
  return mergeHeaders(headers, columns)
    .filter(isShown)
    .flatMap(({ key, headerProps }) => {
      const column = columns.find((known) => known.key === key)
      return column === undefined ? [] : [{ ...column, shownWidth: headerProps.width ?? column.width }]
    })
}

export function widthOf(columns: readonly ShownColumn<never>[]): number {
  return columns.reduce((sum, column) => sum + column.shownWidth, 0)
}

/** How many columns begin within so many pixels. */
export function columnsWithin(columns: readonly ShownColumn<never>[], width: number): number {
  let left = 0
  const beyond = columns.findIndex((column) => {
    left += column.shownWidth
    return left - column.shownWidth > width
  })
  return beyond === -1 ? columns.length : beyond
}

/** How many columns a card needs on a phone: the one that ends its first line (data-table.module.css) may stand far to the right. */
export const columnsOfCard = (columns: readonly ShownColumn<never>[]): number => columns.findIndex(({ align }) => align === 'right') + 1
