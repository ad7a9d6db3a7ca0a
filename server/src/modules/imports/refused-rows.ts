import { type fileApi, type Import, type RefusedRow, type RepairedRow, repairsMax, type RowFault } from '@regie/contract/files.ts'
import type { RequestOf, ResponseOf } from '@regie/contract/endpoint.ts'
import { sql } from 'kysely'
import { enqueue } from '../../jobs/enqueue.ts'
import { AppError } from '../../platform/app-error.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Services } from '../../services.ts'
import { withChoices } from './allowed-choices.ts'
import { withStagedRows } from './import-batch.ts'
import { takeTurn } from './check-turn.ts'
import { changeImport } from './import-changes.ts'
import { findImport, findRepairs, type ImportRow } from './import-queries.ts'
import type { Repairs } from './reading/repaired-rows.ts'
import { importFor, maySeeRows } from './shown-import.ts'
import type { ImportServices } from './stage-rows.ts'

type StagedRow = { row_no: number; faults: RowFault[]; raw: string[] | null; count: number }

const pageSize = 100
// All of it is written, read and checked at once.
const repairedCharsMax = 2_000_000
// What one answer holds of a file with long cells.
const pageChars = 1_000_000

/** The rows that are not imported, so many at a time, for who may see what stands in the file. */
export async function listRefused(
  services: ImportServices,
  caller: Caller,
  importId: number,
  { after = 0, reason }: RequestOf<typeof fileApi.refused>['query'],
): Promise<ResponseOf<typeof fileApi.refused>> {
  const asked = await findImport(services.db, importId)
  mustAccessCustomer(caller, asked.customer_id, 'import.notFound')
  if (!maySeeRows(caller, asked)) throw new AppError('error.rightMissing')
  if (asked.status !== 'ready') throw new AppError('import.notReady')
  const found = await withStagedRows(services, asked)
  const ofReason = reason === undefined ? sql`` : sql`and faults @> ${JSON.stringify([{ reason }])}`
  const { rows } = await sql<StagedRow>`
    select row_no, faults, raw, count
    from (
      select r.*, count(*) over ()::int, sum(length(r.raw::text)) over (order by row_no) - length(r.raw::text) as before
      from (
        select row_no, faults, raw
        from import_rows
        where customer_id = ${found.customer_id} and import_id = ${found.id} and check_no = ${found.check_no}
          and row_no > ${after} and faults is not null ${ofReason}
        order by row_no
        limit ${pageSize + 1}) r) page
    where before < ${pageChars}
    order by row_no`.execute(services.db)
  const shown = rows
    .slice(0, pageSize)
    .map(({ row_no: row, faults, raw }): RefusedRow => ({ row, faults: withChoices(found, faults), cells: raw ?? [] }))
  return { rows: shown, hasMore: (rows[0]?.count ?? 0) > shown.length }
}

/** Lays repaired cells over the file and checks all of it again, by the same rules: a repaired row may be the double of another now. */
export async function repairRows(
  { db }: Pick<Services, 'db'>,
  caller: Caller,
  importId: number,
  rows: readonly RepairedRow[],
): Promise<Import> {
  return db.transaction().execute(async (tx) => {
    await tx.selectFrom('imports').select('id').where('id', '=', importId).forUpdate().execute()
    const found = await findImport(tx, importId)
    mustAccessCustomer(caller, found.customer_id, 'import.notFound')
    if (!maySeeRows(caller, found)) throw new AppError('error.rightMissing')
    if (found.status !== 'ready') throw new AppError('import.notReady')
    const turn = await takeTurn(tx, caller.userId, importId)
    const before = await findRepairs(tx, found)
    await mustBeRefused(tx, found, before, rows)
    const repairs = withRepaired(before, rows)
    const repaired = Object.keys(repairs).length
    if (repaired > repairsMax.rows || JSON.stringify(repairs).length > repairedCharsMax)
      throw new AppError('import.tooManyRepairs', { params: { max: repairsMax.rows, chars: repairedCharsMax } })
    await changeImport(tx, found, {
      ...{ check_no: found.check_no + 1, status: 'checking', tries: 0, asked_by: caller.userId, repairs, repaired },
      ...{ rows_done: 0, counts: null, preview: [], issues: [], changes: [], missing: [] },
    })
    await enqueue(tx, 'checkImport', { customerId: found.customer_id, importId }, turn)
    return importFor(caller, await findImport(tx, importId))
  })
}

/** A good row stays as its file has it; of a refused one the cells that it has, or that the table has, are repaired. */
async function mustBeRefused(tx: Transaction, found: ImportRow, before: Repairs, rows: readonly RepairedRow[]): Promise<void> {
  const refused = await tx
    .selectFrom('import_rows')
    .select(['row_no', sql<number>`coalesce(cardinality(raw), 0)`.as('width')])
    .where('customer_id', '=', found.customer_id)
    .where('import_id', '=', found.id)
    .where('check_no', '=', found.check_no)
    .where('faults', 'is not', null)
    .where(sql<boolean>`row_no = any(${rows.map(({ row }) => row)}::bigint[])`)
    .execute()
  const widths = new Map(refused.map(({ row_no: row, width }) => [row, width]))
  for (const { row, cells } of rows) {
    const earlier = before[row]
    const width = widths.get(row) ?? (earlier && 0)
    const isCell = (index: number) => index < Math.max(width ?? 0, found.columns.length) || earlier?.[index] !== undefined
    if (width === undefined || !cells.every(({ index }) => isCell(index))) throw new AppError('import.rowNotRefused', { params: { row } })
  }
}

function withRepaired(before: Repairs, rows: readonly RepairedRow[]): Repairs {
  const changed = rows.map(({ row, cells }): [string, Record<string, string>] => [
    String(row),
    { ...before[row], ...Object.fromEntries(cells.map(({ index, value }) => [String(index), value])) },
  ])
  return { ...before, ...Object.fromEntries(changed) }
}
