import type { Import, ImportMapping } from '@regie/contract/files.ts'
import { importColumns } from '@regie/contract/import-columns.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { AppError } from '../../platform/app-error.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { takeTurn } from './check-turn.ts'
import { changeImport } from './import-changes.ts'
import { readConstants } from './reading/read-constants.ts'
import { importFor } from './shown-import.ts'
import { fieldsOfColumns, findImport, type ImportRow, noMapping } from './import-queries.ts'

/** Takes over what a person chose and checks the file again; a check under way is overtaken. */
export async function changeMapping(
  { db }: Pick<Services, 'db'>,
  caller: Caller,
  importId: number,
  mapping: ImportMapping,
): Promise<Import> {
  return db.transaction().execute(async (tx) => {
    const found = await findImport(tx, importId)
    mustAccessCustomer(caller, found.customer_id, 'import.notFound')
    if (!['mapping', 'checking', 'ready'].includes(found.status)) throw new AppError('import.notReady')
    const turn = await takeTurn(tx, caller.userId, importId)
    mustFit(mapping, found)
    const { dateOrder, decimalMark, constants, duplicates } = mapping
    readConstants(found.fields, constants)
    const chosen = {
      columns: fieldsOfColumns(mapping.columns, found.columns.length),
      constants,
      duplicates,
      chosen: { dateOrder, decimalMark },
      found: found.mapping?.found ?? noMapping.found,
    }
    const columns = found.columns.map((column) => ({ ...column, fields: chosen.columns[column.index] ?? [] }))
    // A confirmation that came in meanwhile has moved the status: nothing is changed then.
    const { numUpdatedRows } = await tx
      .updateTable('imports')
      .set({ check_no: found.check_no + 1, status: 'checking', tries: 0, asked_by: caller.userId })
      .where('customer_id', '=', found.customer_id)
      .where('id', '=', importId)
      .where('check_no', '=', found.check_no)
      .where('status', 'in', ['mapping', 'checking', 'ready'])
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new AppError('import.notReady')
    await changeImport(tx, found, {
      mapping: chosen,
      columns,
      rows_done: 0,
      counts: null,
      preview: [],
      issues: [],
      changes: [],
      missing: [],
    })
    await enqueue(tx, 'checkImport', { customerId: found.customer_id, importId }, turn)
    return importFor(caller, await findImport(tx, importId))
  })
}

// Every field exists and is filled once, by a column or by a constant; every column of the list exists and stands in it once.
function mustFit({ columns, constants, duplicates }: ImportMapping, { fields, columns: { length: width } }: ImportRow) {
  const known = new Set<string>([...fields, ...importColumns].map(({ key }) => key))
  const filled = [...columns.flatMap((column) => column.fields), ...constants].map(({ field }) => field)
  const isWrong = columns.some(({ index }) => index >= width) || new Set(columns.map(({ index }) => index)).size !== columns.length
  if (isWrong || filled.some((field) => !known.has(field)) || new Set(filled).size !== filled.length)
    throw new AppError('import.mappingInvalid', { field: 'columns' })
  // A number stands for one case: a second one by that number cannot be.
  if (duplicates.by === 'number' && duplicates.action === 'new') throw new AppError('import.mappingInvalid', { field: 'duplicates.action' })
}
