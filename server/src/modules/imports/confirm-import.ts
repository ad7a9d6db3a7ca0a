import type { RequestOf } from '@regie/contract/endpoint.ts'
import type { fileApi, Import } from '@regie/contract/files.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { publish } from '../../live/publish.ts'
import { AppError } from '../../platform/app-error.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { headingKey } from '../fields/default-fields.ts'
import { changeImport } from './import-changes.ts'
import type { SavedMapping } from '../fields/mapping-queries.ts'
import { importFor } from './shown-import.ts'
import { findImport, type ImportRow } from './import-queries.ts'

/** Creates the batch, still preparing, and the job that fills it. The columns chosen are the script's from now on. */
export async function confirmImport(
  { db }: Pick<Services, 'db'>,
  caller: Caller,
  importId: number,
  { name, startLater, checkNo, trial }: RequestOf<typeof fileApi.confirm>['body'],
): Promise<Import> {
  return db.transaction().execute(async (tx) => {
    mustAccessCustomer(caller, (await findImport(tx, importId)).customer_id, 'import.notFound')
    // Two clicks at once: the second waits here and finds it confirmed.
    await tx.selectFrom('imports').select('id').where('id', '=', importId).forUpdate().execute()
    const found = await findImport(tx, importId)
    if (found.status === 'importing' || found.status === 'done') throw new AppError('import.alreadyConfirmed')
    if (found.status === 'mapping') throw new AppError('import.mappingIncomplete')
    if (found.status !== 'ready') throw new AppError('import.notReady')
    // Somebody repaired rows or chose other columns since.
    if (checkNo !== undefined && checkNo !== found.check_no) throw new AppError('error.conflict')
    if (!found.counts || found.counts.new + found.counts.updated === 0) throw new AppError('import.nothingToImport')
    const key = { customer_id: found.customer_id }
    const batch = await tx
      .insertInto('batches')
      .values({ ...key, script_id: found.script_id, name, import_id: importId })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('batch_counters')
      .values({ ...key, batch_id: batch.id })
      .execute()
    await tx
      .updateTable('scripts')
      .set((eb) => ({ import_mapping: JSON.stringify(savedMappingOf(found)), mapping_version: eb('mapping_version', '+', 1) }))
      .where('customer_id', '=', found.customer_id)
      .where('id', '=', found.script_id)
      .execute()
    await changeImport(tx, found, {
      status: 'importing',
      asked_by: caller.userId,
      batch_id: batch.id,
      batch_name: name,
      start_later: startLater,
      trial: trial === undefined ? null : JSON.stringify(trial),
      rows_done: 0,
      rows_total: found.counts.new + found.counts.updated,
    })
    await publish(tx, { kind: 'batch.changed', customerId: found.customer_id, batchId: batch.id })
    await enqueue(tx, 'importBatch', { customerId: found.customer_id, importId })
    return importFor(caller, await findImport(tx, importId))
  })
}

// Headings of other files stay remembered: a script may have more than one supplier.
function savedMappingOf({ columns, saved_mapping: before }: ImportRow): SavedMapping {
  return {
    columns: { ...before?.columns, ...Object.fromEntries(columns.map(({ name, fields }) => [headingKey(name), fields])) },
    names: { ...before?.names, ...Object.fromEntries(columns.map(({ name }) => [headingKey(name), name])) },
  }
}
