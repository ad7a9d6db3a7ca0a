import type { Table, TableRow } from './open-table.ts'

/** Cells that stand in place of those of the file: by row, then by column. */
export type Repairs = Readonly<Record<string, Readonly<Record<string, string>>>>

/** The table as it was repaired. A repaired row that was too short is as wide as the table; what was emptied at its end is gone. */
export function repairedTable(table: Table, repairs: Repairs): Table {
  if (Object.keys(repairs).length === 0) return table
  return { ...table, rows: () => repairedRows(table, repairs) }
}

function* repairedRows({ rows, headings }: Table, repairs: Repairs): Generator<TableRow, void, void> {
  for (const { row, cells } of rows()) {
    const repaired = repairs[row]
    yield { row, cells: repaired === undefined ? cells : repairedCells(cells, repaired, headings.length) }
  }
}

/** The cells of a row with the repaired ones in place. */
function repairedCells(cells: readonly string[], repaired: Readonly<Record<string, string>>, width: number): string[] {
  const last = Math.max(...Object.keys(repaired).map(Number))
  const laid = Array.from({ length: Math.max(cells.length, last + 1, width) }, (_, index) => repaired[index] ?? cells[index] ?? '')
  const filled = laid.findLastIndex((cell) => cell.trim() !== '') + 1
  return laid.slice(0, Math.max(width, filled))
}
