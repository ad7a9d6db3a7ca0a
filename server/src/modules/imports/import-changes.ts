import { sql, type Updateable } from 'kysely'
import { publish } from '../../live/publish.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import type { DB } from '../../platform/db/tables.generated.ts'
import type { ImportRow } from './import-queries.ts'

/** jsonb values are given as they are; pg would write a list as an array of PostgreSQL. */
export type ImportChange = Omit<Updateable<DB['imports']>, 'updated_at'>

const json = new Set(['failure', 'columns', 'mapping', 'preview', 'counts', 'issues', 'missing', 'changes', 'repairs'])

/** Changes the import and publishes it. With `ifCheck` only when no newer check has begun and the check was not cancelled; answers whether it did. */
export async function changeImport(
  tx: Transaction,
  { id, customer_id: customerId }: Pick<ImportRow, 'id' | 'customer_id'>,
  change: ImportChange,
  ifCheck?: number,
): Promise<boolean> {
  const values = Object.fromEntries(
    Object.entries(change).map(([column, value]) => [column, json.has(column) && value !== null ? JSON.stringify(value) : value]),
  )
  let update = tx
    .updateTable('imports')
    .set({ ...values, updated_at: sql<Date>`now()` })
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
  if (ifCheck !== undefined) update = update.where('check_no', '=', ifCheck).where('status', 'in', ['reading', 'checking'])
  const { numUpdatedRows } = await update.executeTakeFirst()
  await publish(tx, { kind: 'import.changed', customerId, importId: id })
  return numUpdatedRows > 0n
}

/** Moves the import's progress at most four times a second, on a connection of its own so that it is seen before the work commits. */
export function progressOf(db: Db, row: Pick<ImportRow, 'id' | 'customer_id'>, ifCheck?: number) {
  let shownAt = performance.now()
  return async (done: number): Promise<boolean> => {
    if (performance.now() - shownAt < 250) return true
    shownAt = performance.now()
    return db.transaction().execute((tx) => changeImport(tx, row, { rows_done: done }, ifCheck))
  }
}

/** Takes the staged rows away; those that were not imported are kept for the file to mend when asked so. */
export async function removeStagedRows(
  tx: Transaction,
  { customer_id: customerId, id }: Pick<ImportRow, 'customer_id' | 'id'>,
  keep: 'errors' | 'none',
) {
  let removal = tx.deleteFrom('import_rows').where('customer_id', '=', customerId).where('import_id', '=', id)
  if (keep === 'errors') removal = removal.where('faults', 'is', null)
  await removal.execute()
}
