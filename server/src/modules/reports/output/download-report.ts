import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { ReportCell, ReportWish } from '@regie/contract/report-wish.ts'
import { AppError } from '../../../platform/app-error.ts'
import { exportBudget } from '../../../platform/budgets.ts'
import { spoolCopy } from '../../../platform/db/spool-copy.ts'
import { byteOrderMark, csvLine } from '../../../platform/documents/csv-cells.ts'
import { type BookCell, streamWorkbook } from '../../../platform/documents/xlsx.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { FileReply } from '../../../platform/http/route.ts'
import type { Services } from '../../../services.ts'
import { bookCell, bookFormats } from '../columns/cell-values.ts'
import { asCsv, asJson } from '../columns/column-sql.ts'
import { reportTexts } from '../report-texts.ts'
import { outputColumns } from './output-columns.ts'
import { planReport } from './plan-report.ts'
import { reportSql } from './report-sql.ts'

type Needed = Pick<Services, 'db' | 'pool' | 'config'>

/** A report as CSV: a million cases take no more memory than one, and who reads slowly holds up nobody. */
export async function downloadReport(services: Needed, caller: Caller, wish: ReportWish): Promise<FileReply> {
  const { plan, texts, fileName } = await openFile(services, caller, wish)
  // PostgreSQL ends its lines with a line feed alone, so the heading does too.
  const head = byteOrderMark + csvLine(outputColumns(plan, texts).map(({ report }) => report)).replace('\r\n', '\n')
  const copy = `copy (${reportSql(plan, asCsv)}) to stdout with (format csv, delimiter ';', encoding 'UTF8')`
  return { fileName: `${fileName}.csv`, stream: await spool(services, copy, head) }
}

/** The same as a workbook: PostgreSQL writes its rows to the same kind of file, and the workbook is made of them while it is fetched. */
export async function downloadReportBook(services: Needed, caller: Caller, wish: ReportWish): Promise<FileReply> {
  const { plan, texts, fileName } = await openFile(services, caller, wish)
  const columns = outputColumns(plan, texts)
  const lines = await spool(services, `copy (${reportSql(plan, asJson)}) to stdout with (encoding 'UTF8')`, '')
  async function* rows(): AsyncGenerator<BookCell[]> {
    for await (const line of createInterface({ input: lines, crlfDelay: Infinity }))
      yield cellsOf(line).map((cell, place) => bookCell(columns[place]?.type ?? 'text', cell))
  }
  const heads = columns.map(({ report, type }) => ({ heading: report, format: bookFormats[type] }))
  const stream = streamWorkbook(texts.fileName, rows(), heads)
  // Who goes away leaves no file behind that is still written, and a file that breaks off is no whole workbook.
  stream.once('close', () => lines.destroy())
  lines.once('error', (error) => stream.destroy(error))
  return { fileName: `${fileName}.xlsx`, stream }
}

// A COPY as text doubles the backslashes of JSON, which has no other character that it would change.
const cellsOf = (line: string) => JSON.parse(line.replaceAll('\\\\', '\\')) as ReportCell[]

/** What a report as a file is made of, and its name; refused when it is larger than a file may be. */
export async function openFile(services: Pick<Needed, 'db'>, caller: Caller, wish: ReportWish) {
  const { plan, casesMax, name, customerId } = await planReport(services, caller, wish)
  // The kept counters know how many rows it can be.
  if (wish.granularity === undefined && casesMax > exportBudget.rowsMax)
    throw new AppError('report.tooManyRows', { params: { count: exportBudget.rowsMax } })
  const texts = reportTexts[wish.locale]
  const only = name?.replace(/[^\p{L}\p{N} ._-]/gu, '').trim() ?? ''
  return { plan, texts, customerId, fileName: [texts.fileName, only].filter(Boolean).join(' ') }
}

function spool({ pool, config }: Needed, copy: string, head: string): Promise<Readable> {
  const { bytesMax, totalMs } = exportBudget
  return spoolCopy(pool, copy, { head, dir: path.join(config.dataDir, 'spool'), bytesMax, totalMs })
}
