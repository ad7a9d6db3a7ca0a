import { AppError } from '../../../platform/app-error.ts'
import { CsvQuoteUnclosed, findExcess, findSeparator, isBlankRow, readCsv } from '../../../platform/documents/csv.ts'
import { kindOf } from '../../../platform/documents/file-kind.ts'
import { decodeText } from '../../../platform/documents/text-encoding.ts'
import { isWorkbook, readWorkbook } from '../../../platform/documents/xlsx.ts'
import { unpackOne } from '../../../platform/documents/zip.ts'

export type TableRow = { row: number; cells: readonly string[] }
/** A file as a table, whatever it was: its headings and its filled rows, as often as one asks for them. */
export type Table = {
  format: 'csv' | 'xlsx' | 'zip'
  encoding: 'utf-8' | 'windows-1252' | null
  separator: string | null
  headings: string[]
  rows: () => Iterable<TableRow>
}

// Excel's own hint, which it does not show as a row.
const separatorHint = /^sep=(.)\r?\n/i
const tooMuch = { columns: 'file.tooManyColumns', rows: 'file.tooManyRows', cells: 'file.tooManyCells' } as const

/** Opens a file by what it is, not by its name; or refuses one that is no table. A ZIP holds one of the others. */
export async function openTable(content: Uint8Array): Promise<Table> {
  if (kindOf(content) !== 'zip') return openCsv(content)
  if (await isWorkbook(content)) return openWorkbook(content)
  const inner = await unpackOne(content)
  const kind = kindOf(inner)
  if (kind === 'other' || (kind === 'zip' && !(await isWorkbook(inner)))) throw new AppError('file.zipContent')
  return { ...(kind === 'zip' ? await openWorkbook(inner) : openCsv(inner)), format: 'zip' }
}

async function openWorkbook(content: Uint8Array): Promise<Table> {
  const all = (await readWorkbook(content)).filter(({ cells }) => !isBlankRow(cells))
  const [header, ...rows] = all
  if (!header) throw new AppError('file.empty')
  // Cells that stand empty at the end of the first row have no column.
  const width = header.cells.findLastIndex((cell) => cell.trim() !== '') + 1
  const headings = checkedHeadings(header.cells.slice(0, width))
  // A workbook leaves out the empty cells at the end of a row.
  const padded = rows.map(({ row, cells }) => ({
    row,
    cells: Array.from({ length: Math.max(width, cells.length) }, (_, at) => cells[at] ?? ''),
  }))
  return { format: 'xlsx', encoding: null, separator: null, headings, rows: () => padded }
}

function openCsv(content: Uint8Array): Table {
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
  const [header] = filledRows(text, separator, hint === undefined ? 0 : 1)
  const headings = checkedHeadings(header?.cells ?? [])
  return { format: 'csv', encoding, separator, headings, rows: () => filledRows(text, separator, header?.row ?? 1) }
}

function checkedHeadings(cells: readonly string[]): string[] {
  const headings = cells.map((heading) => heading.trim())
  const nameless = headings.indexOf('')
  if (nameless !== -1) throw new AppError('file.headingEmpty', { params: { column: nameless + 1 } })
  const lower = headings.map((heading) => heading.toLowerCase())
  const twice = headings.find((_, index) => lower.indexOf(lower[index] ?? '') !== index)
  if (twice !== undefined) throw new AppError('file.headingsDuplicate', { params: { heading: twice } })
  return headings
}

// The filled rows below the header. An open quotation mark is refused with its line.
function* filledRows(text: string, separator: string, headerRow: number): Generator<TableRow, void, void> {
  try {
    for (const row of readCsv(text, separator)) if (row.row > headerRow && !isBlankRow(row.cells)) yield row
  } catch (error) {
    if (error instanceof CsvQuoteUnclosed) throw new AppError('file.quoteUnclosed', { params: { line: error.line }, cause: error })
    throw error
  }
}
