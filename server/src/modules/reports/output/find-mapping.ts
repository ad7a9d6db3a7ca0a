import type { Locale } from '@regie/contract/locale.ts'
import type { MappingColumn, ReportCell, ReportWish } from '@regie/contract/report-wish.ts'
import { AppError } from '../../../platform/app-error.ts'
import { type Caller, mustAccessCustomer } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { csvCell } from '../columns/cell-values.ts'
import { shownColumn } from './output-columns.ts'
import { type Found, listColumns, openSource, planOf } from './plan-report.ts'
import { readRows } from './show-report.ts'

const shownMax = 5

type Asked = { customerID: number; locale: Locale } & ({ batchID: number } | { scriptID: number })

/** The columns that a report may have, each with what the first cases have in it. */
export async function findMapping(services: Services, caller: Caller, asked: Asked): Promise<MappingColumn[]> {
  mustAccessCustomer(caller, asked.customerID, 'customer.notFound')
  const about =
    'batchID' in asked ? { kind: 'batch' as const, batchIDs: [asked.batchID] } : { kind: 'script' as const, scriptID: asked.scriptID }
  const found = await openSource(services, caller, about)
  if (found.customerId !== asked.customerID) throw new AppError(about.kind === 'batch' ? 'batch.notFound' : 'script.notFound')
  return readExamples(services, caller, found, asked.locale)
}

async function readExamples(services: Services, caller: Caller, found: Found, locale: Locale): Promise<MappingColumn[]> {
  const known = await listColumns(services, caller, found.scriptIds, locale)
  const wish: Pick<ReportWish, 'period' | 'filters' | 'granularity' | 'locale'> = { period: null, filters: {}, locale }
  // As many at a time as one list of JSON can be made of.
  const parts = Array.from({ length: Math.ceil(known.length / columnsAtOnce) }, (_, at) =>
    known.slice(at * columnsAtOnce, (at + 1) * columnsAtOnce),
  )
  const mapping: MappingColumn[] = []
  for (const columns of parts) {
    const [{ rows } = { rows: [] }] = await readRows(services, planOf(caller, found, columns, wish), shownMax)
    mapping.push(
      ...columns.map((column, place) =>
        withCells(
          shownColumn(column),
          rows.map((row) => row[place] ?? null),
        ),
      ),
    )
  }
  return mapping
}

const columnsAtOnce = 50

function withCells(column: ReturnType<typeof shownColumn>, cells: ReportCell[]): MappingColumn {
  const filled = cells.find((cell) => cell !== null && cell !== '')
  return { ...column, example: csvCell(column.type, filled ?? null), cells }
}
