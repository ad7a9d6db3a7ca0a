import { type PartialUpload, partialUploadHours, type StoredFile, uploadPartBytes } from '@regie/contract/stored-files.ts'
import { type RawBuilder, sql } from 'kysely'
import { enqueue } from '../../jobs/enqueue.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { isoText } from '../../platform/db/prepared.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import { expiryOf, type FileConfig, fileNameOf, uploadNeeds } from './store-upload.ts'
import { mustFit, removeFileContent } from './stored-file.ts'

type NewUpload = { customerId: number; scriptId: number; fileName: string; bytes: number; hash: Buffer }

/** Room for a file that comes in parts. One of the same content that broke off goes on where it was, whatever it is called now. */
export async function openPartial(tx: Transaction, caller: Caller, upload: NewUpload, config: FileConfig): Promise<PartialUpload> {
  const { customerId, scriptId, fileName, bytes, hash } = upload
  // Also so that two that begin the same file at once find one another.
  await mustFit(tx, customerId, 0, config.customerFilesMegabytes)
  const [known] =
    hash.length === 0
      ? []
      : await selectPartials(
          tx,
          sql`f.customer_id = ${customerId} and f.uploaded_by = ${caller.userId} and f.script_id = ${scriptId}
            and f.bytes = ${bytes} and f.sha256 = ${hash}`,
        )
  if (known) return known
  await mustFit(tx, customerId, bytes, config.customerFilesMegabytes)
  const { id } = await tx
    .insertInto('files')
    .values({
      customer_id: customerId,
      name: fileNameOf(fileName),
      bytes,
      sha256: hash,
      uploaded_by: caller.userId,
      kind: 'batch',
      state: 'receiving',
      script_id: scriptId,
      needs: uploadNeeds,
      expires_at: endOfPartial(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return findPartial(tx, caller, id)
}

/** How much of an upload of the caller is here. */
export async function findPartial(db: Db, caller: Caller, fileId: number): Promise<PartialUpload> {
  const [found] = await selectPartials(db, sql`f.id = ${fileId} and f.uploaded_by = ${caller.userId}`)
  if (!found) throw new AppError('file.notFound')
  mustAccessCustomer(caller, found.customerID, 'file.notFound')
  return found
}

/** The uploads of the caller that are not whole, the newest first. */
export async function listPartials(db: Db, caller: Caller, customerId: number): Promise<PartialUpload[]> {
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  return selectPartials(db, sql`f.customer_id = ${customerId} and f.uploaded_by = ${caller.userId}`)
}

/** The same, and nobody else goes on with it until the transaction ends. */
async function lockPartial(tx: Transaction, caller: Caller, fileId: number): Promise<PartialUpload> {
  await sql`select from files where id = ${fileId} for update`.execute(tx)
  return findPartial(tx, caller, fileId)
}

/** Keeps the next bytes. Two that send the same place at once: one is taken, the other hears where to go on. */
export async function keepPart(
  tx: Transaction,
  caller: Caller,
  fileId: number,
  { offset, content }: { offset: number; content: Buffer },
): Promise<PartialUpload> {
  const file = await lockPartial(tx, caller, fileId)
  if (offset !== file.offset) throw new AppError('file.otherPlace', { params: { offset: file.offset } })
  const end = offset + content.length
  // Whole parts, so that nobody fills the table with crumbs.
  if (end > file.bytes || (end < file.bytes && content.length !== uploadPartBytes)) throw new AppError('error.invalid', { field: 'file' })
  await tx
    .insertInto('file_parts')
    .values({ customer_id: file.customerID, file_id: fileId, no: offset / uploadPartBytes, content })
    .execute()
  await tx
    .updateTable('files')
    .set({ expires_at: endOfPartial() })
    .where('customer_id', '=', file.customerID)
    .where('id', '=', fileId)
    .execute()
  return { ...file, offset: end }
}

/** What the browser said that the file is; empty: it could not tell. */
export async function saidHash(db: Db, { customerID, fileID }: PartialUpload): Promise<Buffer> {
  const { sha256 } = await db
    .selectFrom('files')
    .select('sha256')
    .where('customer_id', '=', customerID)
    .where('id', '=', fileID)
    .executeTakeFirstOrThrow()
  return sha256
}

type Whole = { sha256: Buffer; format: StoredFile['format'] }

/** An upload becomes a file; answers whether it waits for the virus scanner. Null: somebody was first. */
export async function endPartial(
  tx: Transaction,
  { customerID, fileID }: PartialUpload,
  whole: Whole,
  { virusScanner }: FileConfig,
): Promise<{ waits: boolean } | null> {
  const waits = virusScanner !== null
  const ended = await tx
    .updateTable('files')
    .set({ ...whole, state: waits ? 'waiting' : 'kept', created_at: sql<Date>`now()`, expires_at: expiryOf('batch') })
    .where('customer_id', '=', customerID)
    .where('id', '=', fileID)
    .where('state', '=', 'receiving')
    .where('removed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!ended) return null
  if (waits) await enqueue(tx, 'scanFiles', {})
  return { waits }
}

/** Drops an upload that is not whole. */
export async function dropPartial(db: Db, caller: Caller, fileId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { customerID } = await lockPartial(tx, caller, fileId)
    await removeFileContent(tx, { customer_id: customerID, file_id: fileId }, caller.userId)
  })
}

const endOfPartial = () => sql<Date>`now() + make_interval(hours => ${partialUploadHours})`

async function selectPartials(db: Db, condition: RawBuilder<unknown>): Promise<PartialUpload[]> {
  const { rows } = await sql<PartialUpload>`
    select f.id as "fileID", f.customer_id as "customerID", f.script_id as "scriptID", f.name as "fileName", f.bytes,
      ${sql.raw(isoText('f.created_at'))} as "uploadedAt", (
        select coalesce(sum(octet_length(p.content)), 0)::int
        from file_parts p
        where p.customer_id = f.customer_id and p.file_id = f.id) as "offset"
    from files f
    where f.state = 'receiving' and f.removed_at is null and f.expires_at > now() and ${condition}
    order by f.id desc
    limit 50`.execute(db)
  return rows
}
