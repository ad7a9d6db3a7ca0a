import { createHash } from 'node:crypto'
import { uploadBytesMax } from '@regie/contract/files.ts'
import { sql } from 'kysely'
import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { fileNameOf, mustBeWhole, storeUpload } from '../files/store-upload.ts'
import { beginImport } from '../imports/begin-import.ts'
import { takeTurn } from '../imports/check-turn.ts'
import { LikeBefore, noMapping } from '../imports/import-queries.ts'
import type { ClaimedDelivery, LyingFile, Reason } from './delivered-file.ts'
import { moveFile } from './move-file.ts'
import { type Place, PlaceFault } from './places/place.ts'

type Taking = { delivery: ClaimedDelivery; caller: Caller; place: Place; file: LyingFile }

/**
 * Takes a file as an upload of the user who saved the delivery: kept with its import in one transaction, so that an engine that is killed has taken it
 * or has not. Later: so many files of this user are being checked that this one waits.
 */
export async function takeFile(services: Services, { delivery, caller, place, file }: Taking): Promise<'done' | 'later'> {
  const { db, clock, config } = services
  const { customerId, scriptId } = delivery
  const refuse = (reason: Reason, sha256: Buffer | null = null) =>
    db.transaction().execute((tx) => moveFile(tx, services, { ...file, customerId }, { state: 'refused', reason, sha256 }))
  if (file.bytes === 0) return refuse({ error: 'file.empty', params: {} }).then(() => 'done')
  if (file.bytes > uploadBytesMax)
    return refuse({ error: 'file.tooLarge', params: { megabytes: uploadBytesMax / 1024 / 1024 } }).then(() => 'done')
  const content = await place.read(file)
  if (content === null) return keepWaiting(services, customerId, file).then(() => 'done')
  const sha256 = createHash('sha256').update(content).digest()
  try {
    await mustBeWhole(content)
    const turn = await takeTurn(db, caller.userId)
    await db.transaction().execute(async (tx) => {
      // Two that hold the same come one after the other.
      await tx.selectFrom('customers').select('id').where('id', '=', customerId).forNoKeyUpdate().execute()
      const seen = await tx
        .selectFrom('delivered_files')
        .select('id')
        .where('customer_id', '=', customerId)
        .where('id', '=', file.id)
        .where('state', '=', 'seen')
        .forUpdate()
        .executeTakeFirst()
      if (!seen) return
      const twin = await findTwin(tx, customerId, sha256)
      if (twin) {
        const reason = { error: 'delivery.twice' as const, params: twin }
        await moveFile(tx, services, { ...file, customerId }, { state: 'refused', reason, sha256 })
        return
      }
      const upload = { customerId, userId: caller.userId, name: fileNameOf(file.name), content, kind: 'batch' as const }
      const stored = await storeUpload(tx, upload, config)
      const like = LikeBefore.safeParse(delivery.remembered)
      const mapping = like.success ? { ...noMapping, ...like.data } : noMapping
      const made = await beginImport(tx, caller, { customerId, scriptId, ...stored, at: clock.now(), mapping }, turn)
      await tx
        .updateTable('delivered_files')
        .set({ state: 'checking', sha256, import_id: made.importID, at: clock.now() })
        .where('customer_id', '=', customerId)
        .where('id', '=', file.id)
        .execute()
    })
    return 'done'
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'file.checksUnderWay') return 'later'
    if (error.code === 'file.quotaExceeded') throw new PlaceFault('full', error)
    await refuse({ error: error.code, params: error.params ?? {} }, sha256)
    return 'done'
  }
}

// It has grown, or another one lies in its place: from now on it is to keep still again.
async function keepWaiting({ db, clock }: Services, customerId: number, { id }: LyingFile): Promise<void> {
  await db
    .updateTable('delivered_files')
    .set({ still_since: clock.now() })
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .where('state', '=', 'seen')
    .execute()
}

/** The file of this content that came before, by a folder or by hand, and had no bad end. */
async function findTwin(tx: Transaction, customerId: number, sha256: Buffer): Promise<{ name: string; at: string } | null> {
  const { rows } = await sql<{ name: string; at: Date }>`
    select name, at
    from (
      select name, at
      from delivered_files
      where customer_id = ${customerId} and sha256 = ${sha256}
        and state in ('checking', 'asking', 'importing', 'imported')
      union all
      select f.name, f.created_at
      from files f
      join imports i on i.customer_id = f.customer_id and i.file_id = f.id
      where f.customer_id = ${customerId} and f.kind = 'batch' and f.sha256 = ${sha256}
        and i.status not in ('failed', 'cancelled')) came
    order by at
    limit 1`.execute(tx)
  const [found] = rows
  if (!found) return null
  const at = found.at.toISOString()
  // Its name has left the log; the day has not.
  return { name: found.name === '' ? at.slice(0, 10) : found.name, at }
}
