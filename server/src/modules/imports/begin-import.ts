import type { Import } from '@regie/contract/files.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Scanned } from '../files/scan/scan-files.ts'
import { changeImport } from './import-changes.ts'
import { findImport, importOf, type StoredMapping } from './import-queries.ts'
import { notifyOfEnd } from './notify-of-end.ts'

type Begun = {
  customerId: number
  scriptId: number
  fileId: number
  waits: boolean
  at: Date
  /** What was chosen for files like this one before, where somebody keeps that. */
  mapping?: StoredMapping
}

/** Only a script that is live takes cases. */
export async function mustBeLive(db: Db, customerId: number, scriptId: number): Promise<void> {
  const script = await db
    .selectFrom('scripts')
    .select('live_version_id')
    .where('customer_id', '=', customerId)
    .where('id', '=', scriptId)
    .executeTakeFirst()
  if (!script?.live_version_id) throw new AppError('script.notFound')
}

/** An import of a file that is whole: it is checked at once, or when the virus scanner has called it clean. */
export async function beginImport(
  tx: Transaction,
  { userId }: Caller,
  { customerId, scriptId, fileId, waits, at, mapping }: Begun,
  turn: { priority: number },
): Promise<Import> {
  const { id } = await tx
    .insertInto('imports')
    .values({
      customer_id: customerId,
      file_id: fileId,
      script_id: scriptId,
      status: 'reading',
      ...(mapping !== undefined && { mapping: JSON.stringify(mapping) }),
      created_by: userId,
      asked_by: userId,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (!waits) await enqueue(tx, 'checkImport', { customerId, importId: id }, turn)
  return importOf(await findImport(tx, id))
}

/** The virus scanner has looked at the file of an import: the check begins, or the import ends with the name of what was found. */
export async function goOnAfterScan(tx: Transaction, { customerId, fileId, virus }: Scanned, at: Date): Promise<void> {
  const its = await tx
    .selectFrom('imports')
    .select(['id', 'status'])
    .where('customer_id', '=', customerId)
    .where('file_id', '=', fileId)
    .executeTakeFirst()
  if (!its) return
  if (virus === null) {
    if (its.status === 'reading') await enqueue(tx, 'checkImport', { customerId, importId: its.id })
    return
  }
  const found = await findImport(tx, its.id)
  // What is done stays: its cases were read from text.
  if (['done', 'failed', 'cancelled', 'importing'].includes(found.status)) return
  await changeImport(tx, found, { status: 'failed', failure: { error: 'file.infected', params: { virus } }, repairs: {}, repaired: 0 })
  await notifyOfEnd(tx, found, 'importFailed', { at, made: 0 })
}
