import { AppError } from '../app-error.ts'
import { CsvQuoteUnclosed, type CsvRow, findSeparator, isBlankRow, readCsv } from './csv.ts'

/** All rows of a small CSV file that are not blank, the heading first. Refuses more rows beneath it than `rowsMax`, and a quote that never ends. */
export function readCsvTable(text: string, rowsMax: number): CsvRow[] {
  try {
    const table: CsvRow[] = []
    for (const row of readCsv(text, findSeparator(text) ?? ';')) {
      if (isBlankRow(row.cells)) continue
      if (table.length > rowsMax) throw new AppError('file.tooManyRows', { field: 'file', params: { max: rowsMax } })
      table.push(row)
    }
    return table
  } catch (error) {
    if (error instanceof CsvQuoteUnclosed)
      throw new AppError('file.quoteUnclosed', { field: 'file', params: { line: error.line }, cause: error })
    throw error
  }
}
