import { keepScope } from '../../platform/db/scope.ts'
import { type BookColumn, streamWorkbook } from '../../platform/documents/xlsx.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { FileReply } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { type CaseListQuery, columnsOf, openList } from './case-list.ts'
import { bookCell, bookFormats } from './columns/cell-values.ts'
import { reportColumns } from './columns/report-columns.ts'
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
      yield* rows.map((row) => columns.map((key) => bookCell(reportColumns[key].type, reportColumns[key].ofRow?.(row, texts) ?? null)))
      // Read when the browser takes it, which is after the request has left its own scope.
      rows = await inScope(() => list.next())
    }
  }
  const heads = columns.map((key): BookColumn => ({ heading: texts.columns[key], format: bookFormats[reportColumns[key].type] }))
  return { fileName: `${texts.caseList}.xlsx`, stream: streamWorkbook(texts.caseList, lines(), heads) }
}
