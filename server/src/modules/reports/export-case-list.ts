import { Readable } from 'node:stream'
import { keepScope } from '../../platform/db/scope.ts'
import { byteOrderMark, csvLine } from '../../platform/documents/csv-cells.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { FileReply } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { type CaseListQuery, columnsOf, openList } from './case-list.ts'
import { csvCell } from './columns/cell-values.ts'
import { reportColumns } from './columns/report-columns.ts'
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
      yield rows
        .map((row) => csvLine(columns.map((key) => csvCell(reportColumns[key].type, reportColumns[key].ofRow?.(row, texts) ?? null))))
        .join('')
      // Read when the browser takes it, which is after the request has left its own scope.
      rows = await inScope(() => list.next())
    }
  }
  return { fileName: `${texts.caseList}.csv`, stream: Readable.from(lines()) }
}
