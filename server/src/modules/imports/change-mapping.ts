import type { Import, ImportMapping } from '@regie/contract/files.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { AppError } from '../../platform/app-error.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { changeImport } from './import-changes.ts'
import { findImport, type ImportRow, importOf, noMapping, targetsOf } from './import-queries.ts'

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
    mustFit(mapping, found)
    const { dateOrder, decimalMark } = mapping
    const chosen = {
      targets: targetsOf(mapping.columns, found.columns.length),
      chosen: { dateOrder, decimalMark },
      found: found.mapping?.found ?? noMapping.found,
    }
    const columns = found.columns.map((column) => ({ ...column, target: chosen.targets[column.index] ?? null }))
    // A confirmation that came in meanwhile has moved the status: nothing is changed then.
    const { numUpdatedRows } = await tx
      .updateTable('imports')
      .set({ check_no: found.check_no + 1, status: 'checking' })
      .where('customer_id', '=', found.customer_id)
      .where('id', '=', importId)
      .where('check_no', '=', found.check_no)
      .where('status', 'in', ['mapping', 'checking', 'ready'])
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new AppError('import.notReady')
    await changeImport(tx, found, { mapping: chosen, columns, rows_done: 0, counts: null, preview: [], issues: [], missing: [] })
    await enqueue(tx, 'checkImport', { customerId: found.customer_id, importId })
    return importOf(await findImport(tx, importId))
  })
}

// Every field exists and stands in one column, every column of the list exists and stands in it once.
function mustFit({ columns }: ImportMapping, { fields, columns: { length: width } }: ImportRow) {
  const known = new Set(fields.map((field) => field.key))
  const targets = columns.flatMap(({ target }) => (target === null ? [] : [target]))
  const isWrong = columns.some(({ index }) => index >= width) || new Set(columns.map(({ index }) => index)).size !== columns.length
  if (isWrong || targets.some((target) => !known.has(target)) || new Set(targets).size !== targets.length)
    throw new AppError('import.mappingInvalid', { field: 'columns' })
}
