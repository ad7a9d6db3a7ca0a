/** A cell of the grid: row -1 is the head. */
export type GridPlace = { row: number; column: number }

type GridSize = { rows: number; columns: number; pageRows: number }

/** Where a key moves the focus in the grid; null when the key is not about moving. */
export function movedPlace(
  key: string,
  withCtrl: boolean,
  { row, column }: GridPlace,
  { rows, columns, pageRows }: GridSize,
): GridPlace | null {
  const lastRow = rows - 1
  const lastColumn = columns - 1
  const moves: Record<string, GridPlace> = {
    ArrowDown: { row: Math.min(lastRow, row + 1), column },
    j: { row: Math.min(lastRow, row + 1), column },
    ArrowUp: { row: Math.max(-1, row - 1), column },
    k: { row: Math.max(0, row - 1), column },
    ArrowRight: { row, column: Math.min(lastColumn, column + 1) },
    ArrowLeft: { row, column: Math.max(0, column - 1) },
    PageDown: { row: Math.min(lastRow, row + pageRows), column },
    PageUp: { row: Math.max(0, row - pageRows), column },
    Home: withCtrl ? { row: 0, column: 0 } : { row, column: 0 },
    End: withCtrl ? { row: lastRow, column: lastColumn } : { row, column: lastColumn },
  }
  if (withCtrl && key !== 'Home' && key !== 'End') return null
  return moves[key] ?? null
}

/** The cell in which an element stands; null outside cells. */
export function placeOf(element: Element): GridPlace | null {
  const cell = element.closest<HTMLElement>('[data-column]')
  const row = cell?.closest<HTMLElement>('[data-row]')
  return cell && row ? { row: Number(row.dataset.row), column: Number(cell.dataset.column) } : null
}
