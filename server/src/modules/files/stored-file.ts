import { sql } from 'kysely'
import { AppError } from '../../platform/app-error.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'

/** The bytes of a stored file, while it has them. For files that came in, which are small; what may be large is read in parts. */
export async function findFileContent(db: Db, customerId: number, fileId: number): Promise<Buffer> {
  const parts = await db
    .selectFrom('file_parts')
    .select('content')
    .where('customer_id', '=', customerId)
    .where('file_id', '=', fileId)
    .orderBy('no')
    .execute()
  if (parts.length === 0) throw new AppError('file.notFound')
  return Buffer.concat(parts.map(({ content }) => content))
}

/** The same part by part; a connection is taken for as long as one is read, whoever takes them how slowly. */
export async function* readParts(db: Db, customerId: number, fileId: number, first = 0): AsyncGenerator<Buffer, void, void> {
  for (let no = first; ; no++) {
    const part = await db
      .selectFrom('file_parts')
      .select('content')
      .where('customer_id', '=', customerId)
      .where('file_id', '=', fileId)
      .where('no', '=', no)
      .executeTakeFirst()
    if (!part) return
    yield part.content
  }
}

/** Takes the bytes of a file away that nobody needs any more; its name and size stay known. */
export async function removeFileContent(
  tx: Transaction,
  { customer_id: customerId, file_id: fileId }: { customer_id: number; file_id: number },
  userId: number | null = null,
) {
  await tx
    .updateTable('files')
    .set({ removed_at: sql<Date>`now()`, removed_by: userId })
    .where('customer_id', '=', customerId)
    .where('id', '=', fileId)
    .where('removed_at', 'is', null)
    .execute()
  await tx.deleteFrom('file_parts').where('customer_id', '=', customerId).where('file_id', '=', fileId).execute()
}

/** The same of a file that tells of a person who is forgotten: its name may be theirs. */
export async function forgetFile(tx: Transaction, file: { customer_id: number; file_id: number }): Promise<void> {
  await removeFileContent(tx, file)
  await tx.updateTable('files').set({ name: '–' }).where('customer_id', '=', file.customer_id).where('id', '=', file.file_id).execute()
}

/** How many bytes of files a customer keeps, those that are still to come of an upload too. */
async function countKeptBytes(db: Db, customerId: number): Promise<number> {
  const { kept } = await db
    .selectFrom('files')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('bytes'), sql<number>`0`).as('kept'))
    .where('customer_id', '=', customerId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(kept)
}

/** Refuses more bytes than the customer has room for. Two at once would each see the other's room, so they take turns until the transaction ends. */
export async function mustFit(tx: Transaction, customerId: number, bytes: number, quotaMegabytes: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('files'), ${customerId}::int)`.execute(tx)
  const kept = await countKeptBytes(tx, customerId)
  if (kept + bytes > quotaMegabytes * 1024 * 1024) throw new AppError('file.quotaExceeded', { params: { megabytes: quotaMegabytes } })
}
