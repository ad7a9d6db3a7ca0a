import { createHash } from 'node:crypto'
import { uploadBytesMax } from '@regie/contract/files.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { kindOf } from '../../platform/documents/file-kind.ts'

/** Collects a file as it comes in; stops at the first byte too many, and at the first bytes that show it is no text. */
export async function receiveFile(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream) {
    if (bytes === 0) mustBeText(chunk)
    bytes += chunk.length
    if (bytes > uploadBytesMax) throw new AppError('file.tooLarge', { params: { megabytes: uploadBytesMax / 1024 / 1024 } })
    chunks.push(chunk)
  }
  if (bytes === 0) throw new AppError('file.empty')
  const content = Buffer.concat(chunks, bytes)
  mustBeText(content)
  return content
}

function mustBeText(bytes: Buffer) {
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

/** Keeps the file. What becomes of it is for the caller, in the same transaction. */
export async function storeUpload(
  tx: Transaction,
  file: { customerId: number; userId: number; name: string; content: Buffer },
): Promise<number> {
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
