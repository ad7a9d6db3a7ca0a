import type { ColumnType, ReportCell } from '@regie/contract/report-wish.ts'
import { amountText, dayText, momentText } from '../../../platform/documents/cell-formats.ts'
import type { BookCell } from '../../../platform/documents/xlsx.ts'

/** A cell as a Dutch spreadsheet reads it in a CSV; column-sql.ts has the same as SQL. */
export function csvCell(type: ColumnType, cell: ReportCell): string {
  if (cell === null) return ''
  if (type === 'day') return dayText(String(cell))
  if (type === 'moment') return momentText(String(cell))
  if (type === 'amount') return amountText(Number(cell))
  return type === 'share' ? (100 * Number(cell)).toFixed(1).replace('.', ',') : String(cell)
}

/** The same in a workbook: amounts are numbers, days and moments are dates, and text stays text. */
export function bookCell(type: ColumnType, cell: ReportCell): BookCell {
  if (cell === null) return null
  if (type === 'day') return new Date(`${cell}T00:00:00Z`)
  if (type === 'moment') return wallClock(String(cell))
  return type === 'amount' ? Number(cell) / 100 : cell
}

/** How a workbook shows a column. */
export const bookFormats: Partial<Record<ColumnType, string>> = {
  ...{ amount: '#,##0.00', day: 'dd-mm-yyyy', moment: 'dd-mm-yyyy hh:mm', share: '0.0%' },
}

// A workbook knows no time zones: what its cell shows is the clock of Amsterdam.
function wallClock(iso: string): Date | null {
  const [, day, month, year, time] = /^(\d\d)-(\d\d)-(\d{4}) (\d\d:\d\d)$/.exec(momentText(iso)) ?? []
  return time === undefined ? null : new Date(`${year}-${month}-${day}T${time}:00Z`)
}
