import { keepScope } from '../../platform/db/scope.ts'
import { type BookCell, type BookColumn, streamWorkbook } from '../../platform/documents/xlsx.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { FileReply } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { type CaseListQuery, columnsOf, openList } from './case-list.ts'
import { type ColumnKey, type ListCell, reportColumns } from './columns/report-columns.ts'
import { momentText } from '../../platform/documents/cell-formats.ts'
import { reportTexts } from './report-texts.ts'

/** The list as a workbook: amounts and counts are numbers, days and moments are dates, and text stays text, so that nothing in it becomes a formula. */
export async function exportCaseBook(services: Services, caller: Caller, query: CaseListQuery): Promise<FileReply> {
  const texts = reportTexts[query.locale]
  const columns = columnsOf(query.columns)
  const list = await openList(services, caller, query)
  const first = await list.next()
  const inScope = keepScope()
  async function* lines() {
    for (let rows = first; rows.length > 0; ) {
      yield* rows.map((row) => columns.map((key) => valueOf(reportColumns[key].ofRow?.(row, texts) ?? '')))
      // Read when the browser takes it, which is after the request has left its own scope.
      rows = await inScope(() => list.next())
    }
  }
  const heads = columns.map((key): BookColumn => ({ heading: texts.columns[key], format: formats[key] }))
  return { fileName: `${texts.caseList}.xlsx`, stream: streamWorkbook(texts.caseList, lines(), heads) }
}

const amount = '#,##0.00'
const day = 'dd-mm-yyyy'
const moment = 'dd-mm-yyyy hh:mm'
const formats: Partial<Record<ColumnKey, string>> = {
  ...{ outstanding: amount, paidAmount: amount, promisedAmount: amount },
  ...{ paidAt: day, promisedOn: day, changedAt: moment, nextAt: moment, paidShare: '0.0%' },
}

function valueOf(cell: ListCell): BookCell {
  if (typeof cell !== 'object') return cell
  if ('cents' in cell) return cell.cents === null ? null : cell.cents / 100
  if ('day' in cell) return cell.day === null ? null : new Date(`${cell.day}T00:00:00Z`)
  if ('moment' in cell) return wallClock(cell.moment)
  return cell.share
}

// A workbook knows no time zones: what its cell shows is the clock of Amsterdam.
function wallClock(iso: string | null): Date | null {
  const [, dayOfMonth, month, year, time] = /^(\d\d)-(\d\d)-(\d{4}) (\d\d:\d\d)$/.exec(momentText(iso)) ?? []
  return time === undefined ? null : new Date(`${year}-${month}-${dayOfMonth}T${time}:00Z`)
}
