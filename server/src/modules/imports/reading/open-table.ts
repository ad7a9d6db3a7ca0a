import { AppError } from '../../../platform/app-error.ts'
import { CsvQuoteUnclosed, type CsvRow, findExcess, findSeparator, isBlankRow, readCsv } from '../../../platform/documents/csv.ts'
import { decodeText } from '../../../platform/documents/text-encoding.ts'

export type Table = { encoding: 'utf-8' | 'windows-1252'; separator: string; headings: string[]; headerRow: number; text: string }

// Excel's own hint, which it does not show as a row.
const separatorHint = /^sep=(.)\r?\n/i

const tooMuch = { columns: 'file.tooManyColumns', rows: 'file.tooManyRows', cells: 'file.tooManyCells' } as const

/** Opens a file: its encoding, its separator and its headings; or the refusal of a file that is no table. */
export function openTable(content: Uint8Array): Table {
  if (content.length === 0) throw new AppError('file.empty')
  const decoded = decodeText(content)
  if (!decoded) throw new AppError('file.encodingBroken')
  if ('brokenRow' in decoded) throw new AppError('file.encodingMixed', { params: { row: decoded.brokenRow } })
  const { encoding, text } = decoded
  if (text.trim() === '') throw new AppError('file.empty')
  const hint = separatorHint.exec(text)?.[1]
  const separator = hint ?? findSeparator(text)
  if (separator === null) throw new AppError('file.noSeparator')
  const excess = findExcess(text, separator)
  if (excess) throw new AppError(tooMuch[excess.limit], { params: { max: excess.max } })
  const file = { encoding, separator, text, headings: [], headerRow: hint === undefined ? 0 : 1 }
  const [header] = readRows(file)
  const headings = (header?.cells ?? []).map((heading) => heading.trim())
  const nameless = headings.indexOf('')
  if (nameless !== -1) throw new AppError('file.headingEmpty', { params: { column: nameless + 1 } })
  const lower = headings.map((heading) => heading.toLowerCase())
  const twice = headings.find((_, index) => lower.indexOf(lower[index] ?? '') !== index)
  if (twice !== undefined) throw new AppError('file.headingsDuplicate', { params: { heading: twice } })
  return { ...file, headings, headerRow: header?.row ?? 1 }
}

/** The filled rows below the header. An open quotation mark is refused with its line. */
export function* readRows({ text, separator, headerRow }: Table): Generator<CsvRow, void, void> {
  try {
    for (const row of readCsv(text, separator)) if (row.row > headerRow && !isBlankRow(row.cells)) yield row
  } catch (error) {
    if (error instanceof CsvQuoteUnclosed) throw new AppError('file.quoteUnclosed', { params: { line: error.line }, cause: error })
    throw error
  }
}
