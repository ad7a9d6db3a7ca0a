import { createHash } from 'node:crypto'
import { uploadBytesMax } from '@regie/contract/files.ts'
import { AppError } from '../../platform/app-error.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'
import { kindOf } from '../../platform/documents/file-kind.ts'
import { openZip } from '../../platform/documents/zip.ts'
import { countKeptBytes } from './stored-file.ts'

/** Collects a file as it comes in; stops at the first byte too many, and at the first bytes that show it is neither text nor a workbook. */
export async function receiveFile(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream) {
    if (bytes === 0) mustBeReadable(chunk)
    bytes += chunk.length
    if (bytes > uploadBytesMax) throw new AppError('file.tooLarge', { params: { megabytes: uploadBytesMax / 1024 / 1024 } })
    chunks.push(chunk)
  }
  if (bytes === 0) throw new AppError('file.empty')
  const content = Buffer.concat(chunks, bytes)
  mustBeReadable(content)
  if (kindOf(content) === 'zip') (await openZip(content)).zip.close()
  return content
}

function mustBeReadable(bytes: Buffer) {
  const kind = kindOf(bytes)
  if (kind === 'utf-16') throw new AppError('file.encodingBroken')
  if (kind === 'other') throw new AppError('file.typeUnsupported')
}

/** The name that people see: never a path, never a control character. The content is kept by id, so the name opens nothing. */
export function fileNameOf(given: string | undefined) {
  const last = (given ?? '').split(/[\\/]/).at(-1) ?? ''
  const name = last.normalize('NFC').replace(/\p{C}/gu, '').trim()
  return Array.from(name === '' || /^\.+$/.test(name) ? 'bestand.csv' : name)
    .slice(0, 200)
    .join('')
}

/** `userId` null: nobody of ours brought it. */
type NewFile = { customerId: number; userId: number | null; name: string; content: Buffer }

/** Keeps the file, while its customer's files stay within the quota. What becomes of it is for the caller, in the same transaction. */
export async function storeUpload(tx: Transaction, file: NewFile, quotaMegabytes: number): Promise<number> {
  // Two uploads at once would each see the other's room.
  await sql`select pg_advisory_xact_lock(hashtext('files'), ${file.customerId}::int)`.execute(tx)
  const kept = await countKeptBytes(tx, file.customerId)
  if (kept + file.content.length > quotaMegabytes * 1024 * 1024)
    throw new AppError('file.quotaExceeded', { params: { megabytes: quotaMegabytes } })
  const stored = await tx
    .insertInto('files')
    .values({
      customer_id: file.customerId,
      name: file.name,
      bytes: file.content.length,
      sha256: createHash('sha256').update(file.content).digest(),
      content: file.content,
      uploaded_by: file.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return stored.id
}
