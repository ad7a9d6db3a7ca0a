import { Readable } from 'node:stream'
import type { CellValue } from 'hucre/xlsx'
import { AppError } from '../app-error.ts'
import { cellsMax, columnsMax, rowsMax } from './csv.ts'
import { openZip, unpack } from './zip.ts'

// A cell takes four tags at most (`<c>`, `<v>` and their ends); shared texts three.
const tagsMax = cellsMax * 4
const less = 0x3c

// Read when a workbook comes by, not at the start: its 74 files are 4 MB of the api's memory.
const library = () => import('hucre/xlsx')

/** The rows of the first sheet as text, as a CSV would have them: dates as yyyy-MM-dd, amounts with a point. A formula is its last result. */
export async function readWorkbook(content: Uint8Array): Promise<{ row: number; cells: string[] }[]> {
  await mustBeHarmless(content)
  const rows: { row: number; cells: string[] }[] = []
  let count = 0
  const { streamXlsxRows } = await library()
  try {
    // Columns beyond the limit are not even made: a single cell in the last column of each row would be a row of 16,384.
    for await (const { index, values } of streamXlsxRows(content, { sheet: 0, range: `A1:${columnName(columnsMax)}${rowsMax}` })) {
      // A range fills each row up to its last column.
      const cells = values.slice(0, values.findLastIndex((value) => value !== null && value !== '') + 1).map(textOf)
      count += cells.length
      if (count > cellsMax) throw new AppError('file.tooManyCells', { params: { max: cellsMax } })
      if (cells.length > columnsMax) throw new AppError('file.tooManyColumns', { params: { max: columnsMax } })
      rows.push({ row: index + 1, cells })
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('file.workbookBroken', { cause: error })
  }
  return rows
}

/** Is this ZIP a workbook? Told by its directory. */
export async function isWorkbook(content: Uint8Array): Promise<boolean> {
  const { zip, entries } = await openZip(content)
  zip.close()
  return entries.some(({ fileName }) => fileName === '[Content_Types].xml')
}

// Everything that the reader will unpack is unpacked once before, counted and forgotten: sizes that lie, entities and bombs end here.
async function mustBeHarmless(content: Uint8Array) {
  const { zip, entries } = await openZip(content)
  let tags = 0
  for (const entry of entries) {
    const isMarkup = /\.(xml|rels|vml)$/i.test(entry.fileName)
    let before = ''
    for await (const chunk of unpack(zip, entry)) {
      if (!isMarkup) continue
      for (const byte of chunk) if (byte === less) tags += 1
      if (tags > tagsMax) throw new AppError('file.tooManyCells', { params: { max: cellsMax } })
      const text = before + chunk.toString('latin1')
      if (/<!(doctype|entity)/i.test(text)) throw new AppError('file.zipUnsafe')
      if (entry.fileName === '[Content_Types].xml' && /macroEnabled/i.test(text)) throw new AppError('file.macros')
      before = text.slice(-20)
    }
  }
}

function textOf(value: CellValue): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? 'ja' : 'nee'
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 10)
  return numberText(value)
}

// Two decimals where that is all there is, so that 12.5 reads as an amount; never three, which might be thousands.
function numberText(value: number): string {
  if (Number.isInteger(value)) return String(value)
  const cents = value.toFixed(2)
  if (Math.abs(Number(cents) - value) < 1e-9) return cents
  const text = String(value)
  return /\.\d{3}$/.test(text) ? `${text}0` : text
}

function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter
}

export type WorkbookColumn = { heading: string; comment: string }

/** A workbook of one sheet: a heading with a comment for each column, and rows of text. Text stays text: nothing in it becomes a formula. */
export async function writeWorkbook(
  sheet: string,
  columns: readonly WorkbookColumn[],
  rows: readonly (readonly string[])[],
): Promise<Uint8Array> {
  const comments = columns.map(({ comment }, index) => [`0,${index}`, { comment: { text: comment, author: 'Regie' } }] as const)
  const { writeXlsx } = await library()
  return writeXlsx({
    sheets: [
      {
        name: sheet,
        rows: [columns.map(({ heading }) => heading), ...rows.map((row) => [...row])],
        columns: columns.map(({ heading }) => ({ width: Math.max(12, heading.length + 2) })),
        cells: new Map(comments),
        freezePane: { rows: 1 },
      },
    ],
  })
}

export type BookCell = string | number | Date | null
export type BookColumn = { heading: string; format: string | undefined }

/** The same for any number of rows, written while they are read; without comments. Its headings are those of the columns, or else the first row. */
export function streamWorkbook(sheet: string, rows: AsyncIterable<BookCell[]>, columns: readonly BookColumn[] = []): Readable {
  return Readable.from(bytesOf(sheet, rows, columns), { objectMode: false })
}

async function* bytesOf(sheet: string, rows: AsyncIterable<BookCell[]>, columns: readonly BookColumn[]): AsyncGenerator<Uint8Array> {
  const { writeXlsxStream } = await library()
  yield* writeXlsxStream(readable(rows), {
    name: sheet,
    inlineStrings: true,
    freezePane: { rows: 1 },
    columns: columns.map(({ heading, format }) => ({
      header: heading,
      width: Math.max(12, heading.length + 2),
      ...(format !== undefined && { numFmt: format }),
    })),
  })
}

// What Excel takes in a cell, and characters that XML has not: one of them would make the whole file unreadable.
const cellCharsMax = 32_767
const noCharacter = /[\uFFFE\uFFFF]/g

async function* readable(rows: AsyncIterable<BookCell[]>): AsyncGenerator<BookCell[]> {
  for await (const row of rows)
    yield row.map((cell) => (typeof cell === 'string' ? cell.replace(noCharacter, '').slice(0, cellCharsMax) : cell))
}
