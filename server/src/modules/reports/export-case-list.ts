import { Readable } from 'node:stream'
import { keepScope } from '../../platform/db/scope.ts'
import { byteOrderMark, csvLine } from '../../platform/documents/csv-cells.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { FileReply } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { type CaseListQuery, columnsOf, openList } from './case-list.ts'
import { type ListCell, reportColumns } from './columns/report-columns.ts'
import { amountText, dayText, momentText } from '../../platform/documents/cell-formats.ts'
import { reportTexts } from './report-texts.ts'

/**
 * A list of cases as one sees it: the same filters, order, columns and masks. Streamed part by part; the first is asked before anything leaves, so that
 * what is refused on the screen is refused here.
 */
export async function exportCaseList(services: Services, caller: Caller, query: CaseListQuery): Promise<FileReply> {
  const texts = reportTexts[query.locale]
  const columns = columnsOf(query.columns)
  const list = await openList(services, caller, query)
  const first = await list.next()
  const inScope = keepScope()
  async function* lines() {
    yield byteOrderMark + csvLine(columns.map((key) => texts.columns[key]))
    for (let rows = first; rows.length > 0; ) {
      yield rows.map((row) => csvLine(columns.map((key) => textOf(reportColumns[key].ofRow?.(row, texts) ?? '')))).join('')
      // Read when the browser takes it, which is after the request has left its own scope.
      rows = await inScope(() => list.next())
    }
  }
  return { fileName: `${texts.caseList}.csv`, stream: Readable.from(lines()) }
}

// As in the report of a batch: a Dutch spreadsheet reads it.
function textOf(cell: ListCell): string {
  if (typeof cell !== 'object') return String(cell)
  if ('cents' in cell) return amountText(cell.cents)
  if ('day' in cell) return dayText(cell.day)
  if ('moment' in cell) return momentText(cell.moment)
  return cell.share === null ? '' : (100 * cell.share).toFixed(1).replace('.', ',')
}
