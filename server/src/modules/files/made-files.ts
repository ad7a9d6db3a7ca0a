import { createHash, type Hash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import { enqueue } from '../../jobs/enqueue.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { expiryOf, type FileConfig, type FileKind } from './store-upload.ts'
import { mustFit } from './stored-file.ts'

// Kept and handed out in pieces of this size: a report of a million rows takes no more memory than one of a thousand.
const partBytes = 1024 * 1024
/** So many files of one user are made at a time. */
const atOnceMax = 2

export type MadeFile = { customerId: number; fileId: number }
type NewFile = {
  customerId: number
  userId: number
  kind: FileKind
  format: 'csv' | 'xlsx' | 'zip'
  name: string
  needs: readonly number[]
}

/** A file that a job will make; it stands in the list from now on. */
export async function announceFile(tx: Transaction, { customerId, userId, needs, ...file }: NewFile): Promise<MadeFile> {
  await sql`select pg_advisory_xact_lock(hashtext('files made'), ${userId}::int)`.execute(tx)
  const { count } = await tx
    .selectFrom('files')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('uploaded_by', '=', userId)
    .where('state', '=', 'making')
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (count >= atOnceMax) throw new AppError('file.makingUnderWay', { params: { count: atOnceMax } })
  const { id } = await tx
    .insertInto('files')
    .values({
      ...file,
      customer_id: customerId,
      uploaded_by: userId,
      bytes: 0,
      sha256: Buffer.alloc(0),
      state: 'making',
      needs: [...needs],
      expires_at: expiryOf(file.kind),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { customerId, fileId: id }
}

/** Is the file still to be made? Who deleted it meanwhile does not want it. */
export async function isAwaited(db: Db, { customerId, fileId }: MadeFile): Promise<boolean> {
  const found = await db
    .selectFrom('files')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('id', '=', fileId)
    .where('state', '=', 'making')
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

/** Keeps what a job made, as it comes; a second run begins anew. `onKept` runs in the transaction that puts it there, unless it waits for the scanner. */
export async function keepMade(
  db: Db,
  file: MadeFile,
  made: { name: string; stream: Readable; needs: readonly number[] },
  { config, signal, onKept }: { config: FileConfig; signal: AbortSignal; onKept: (tx: Transaction) => Promise<void> },
): Promise<void> {
  const { customerId, fileId } = file
  const ofFile = { customer_id: customerId, file_id: fileId }
  await db.deleteFrom('file_parts').where('customer_id', '=', customerId).where('file_id', '=', fileId).execute()
  const hash = createHash('sha256')
  let [bytes, no] = [0, 0]
  for await (const content of piecesOf(made.stream, hash)) {
    signal.throwIfAborted()
    if (!(await isAwaited(db, file))) return void made.stream.destroy()
    bytes += content.length
    if (bytes > config.customerFilesMegabytes * 1024 * 1024)
      throw new AppError('file.quotaExceeded', { params: { megabytes: config.customerFilesMegabytes } })
    await db
      .insertInto('file_parts')
      .values({ ...ofFile, no, content })
      .execute()
    // The screen shows how far it is.
    await db.updateTable('files').set({ bytes }).where('customer_id', '=', customerId).where('id', '=', fileId).execute()
    no += 1
  }
  const waits = config.virusScanner !== null
  await db.transaction().execute(async (tx) => {
    // Its own bytes are counted already.
    await mustFit(tx, customerId, 0, config.customerFilesMegabytes)
    const kept = await tx
      .updateTable('files')
      .set({
        name: made.name,
        bytes,
        sha256: hash.digest(),
        state: waits ? 'waiting' : 'kept',
        needs: [...made.needs],
        created_at: sql<Date>`now()`,
      })
      .where('customer_id', '=', customerId)
      .where('id', '=', fileId)
      .where('state', '=', 'making')
      .where('removed_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!kept) return
    if (waits) await enqueue(tx, 'scanFiles', {})
    else await onKept(tx)
  })
}

/** It was not made; the list says why, and `onFailed` says it once. */
export async function failMade(
  db: Db,
  { customerId, fileId }: MadeFile,
  fault: string,
  onFailed: (tx: Transaction) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('file_parts').where('customer_id', '=', customerId).where('file_id', '=', fileId).execute()
    const failed = await tx
      .updateTable('files')
      .set({ state: 'failed', fault, bytes: 0 })
      .where('customer_id', '=', customerId)
      .where('id', '=', fileId)
      .where('state', '=', 'making')
      .where('removed_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (failed) await onFailed(tx)
  })
}

async function* piecesOf(stream: Readable, hash: Hash): AsyncGenerator<Buffer, void, void> {
  let kept: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream as AsyncIterable<Buffer | string>) {
    const piece = Buffer.from(chunk as Buffer)
    hash.update(piece)
    kept.push(piece)
    bytes += piece.length
    if (bytes < partBytes) continue
    yield Buffer.concat(kept, bytes)
    ;[kept, bytes] = [[], 0]
  }
  if (bytes > 0) yield Buffer.concat(kept, bytes)
}
