import { createHash } from 'node:crypto'
import { uploadBytesMax } from '@regie/contract/files.ts'
import { fixedDays } from '@regie/contract/retention.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { fileDaysKept, type FileTab, type StoredFile } from '@regie/contract/stored-files.ts'
import { sql } from 'kysely'
import { enqueue } from '../../jobs/enqueue.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Config } from '../../platform/config.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { kindOf } from '../../platform/documents/file-kind.ts'
import { isWorkbook } from '../../platform/documents/xlsx.ts'
import { openZip } from '../../platform/documents/zip.ts'
import { mustFit } from './stored-file.ts'

/** Collects a file as it comes in; stops at the first byte too many, and at the first bytes that show it is neither text nor a workbook. */
export async function receiveFile(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const content = await receiveBytes(stream, uploadBytesMax, (first) => mustBeReadable(first))
  await mustBeWhole(content)
  return content
}

/** Collects at most so many bytes. */
export async function receiveBytes(
  stream: AsyncIterable<Buffer>,
  bytesMax: number,
  onFirst: (chunk: Buffer) => void = () => undefined,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream) {
    if (bytes === 0) onFirst(chunk)
    bytes += chunk.length
    if (bytes > bytesMax) throw new AppError('file.tooLarge', { params: { megabytes: bytesMax / 1024 / 1024 } })
    chunks.push(chunk)
  }
  if (bytes === 0) throw new AppError('file.empty')
  return Buffer.concat(chunks, bytes)
}

/** The same for a file of a bank, which is text or XML; what of it is one is for who reads it. */
export async function receiveBankFile(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const content = await receiveBytes(stream, uploadBytesMax, (first) => mustBeTextOrXml(first))
  mustBeTextOrXml(content)
  return content
}

function mustBeTextOrXml(bytes: Buffer): void {
  if (kindOf(bytes) !== 'xml') mustBeReadable(bytes)
}

/** Refuses what is neither text nor a workbook nor a ZIP that can be opened, whatever its name says. */
export async function mustBeWhole(content: Buffer): Promise<void> {
  mustBeReadable(content)
  if (kindOf(content) === 'zip') (await openZip(content)).zip.close()
}

/** The same of the beginning of a file. */
export function mustBeReadable(bytes: Buffer): void {
  const kind = kindOf(bytes)
  if (kind === 'utf-16') throw new AppError('file.encodingBroken')
  if (kind === 'other' || kind === 'xml') throw new AppError('file.typeUnsupported')
}

/** The name that people see: never a path, never a control character. The content is kept by id, so the name opens nothing. */
export function fileNameOf(given: string | undefined) {
  const last = (given ?? '').split(/[\\/]/).at(-1) ?? ''
  const name = last.normalize('NFC').replace(/\p{C}/gu, '').trim()
  const letters = Array.from(name === '' || /^\.+$/.test(name) ? 'bestand.csv' : name)
  if (letters.length <= nameLettersMax) return letters.join('')
  // Its ending says what it is.
  const ending = /\.[a-z0-9]{1,8}$/i.exec(name)?.[0] ?? ''
  return `${letters.slice(0, nameLettersMax - ending.length).join('')}${ending}`
}
const nameLettersMax = 200

/** What a file is by its content. */
export async function formatOf(content: Buffer): Promise<StoredFile['format']> {
  const kind = kindOf(content)
  if (kind === 'text') return 'csv'
  if (kind !== 'zip') return 'other'
  return (await isWorkbook(content)) ? 'xlsx' : 'zip'
}

/** Beside those of the list of files: what banks send, what debtors send as proof, the invoices and documents of cases, and what a person asked to see of themselves. */
export type FileKind = FileTab | 'statement' | 'proof' | 'privacy' | 'document'
/** `userId` null: nobody of ours brought it. */
/** `at`: of one from the past of the demo, when it came. */
type NewFile = { customerId: number; userId: number | null; name: string; content: Buffer; kind: FileKind; at?: Date }
export type FileConfig = Pick<Config, 'customerFilesMegabytes' | 'virusScanner'>

// What staff uploaded has people's data in full.
export const uploadNeeds = [Right.viewCases, Right.viewPersonalData]

/**
 * Keeps the file, while its customer's files stay within the quota. What becomes of it is for the caller, in the same transaction: at once, or when the
 * virus scanner has looked at it (`waits`; scan-files.ts then goes on).
 */
export async function storeUpload(tx: Transaction, file: NewFile, config: FileConfig): Promise<{ fileId: number; waits: boolean }> {
  const { customerId, content, kind } = file
  await mustFit(tx, customerId, content.length, config.customerFilesMegabytes)
  const waits = config.virusScanner !== null
  const { id: fileId } = await tx
    .insertInto('files')
    .values({
      customer_id: customerId,
      name: file.name,
      bytes: content.length,
      sha256: createHash('sha256').update(content).digest(),
      uploaded_by: file.userId,
      kind,
      format: kind === 'batch' ? await formatOf(content) : 'other',
      state: waits ? 'waiting' : 'kept',
      needs: kind === 'batch' ? uploadNeeds : [],
      expires_at: expiryOf(kind),
      ...(file.at && { created_at: file.at }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.insertInto('file_parts').values({ customer_id: customerId, file_id: fileId, no: 0, content }).execute()
  if (waits) await enqueue(tx, 'scanFiles', {})
  return { fileId, waits }
}

/** When a file of a kind ends; null: with what it belongs to. */
export function expiryOf(kind: FileKind) {
  const days = kind === 'proof' || kind === 'document' ? null : daysOf(kind)
  return days === null ? null : sql<Date>`now() + make_interval(days => ${days})`
}

function daysOf(kind: Exclude<FileKind, 'proof' | 'document'>): number {
  if (kind === 'statement') return fixedDays.statementFiles
  return kind === 'privacy' ? fixedDays.privacyFiles : fileDaysKept[kind]
}
