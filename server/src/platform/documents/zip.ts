import { Buffer } from 'node:buffer'
import type { Readable } from 'node:stream'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { AppError } from '../app-error.ts'

/** More parts than a workbook of one sheet or a packed list ever has. */
const entriesMax = 1_000
/** What all of it may be, unpacked: a sheet of 5,000,000 cells. A file of 10 MB that says more is a bomb. */
const unpackedBytesMax = 120 * 1024 * 1024
/** A packed list is read into memory whole. */
const packedFileBytesMax = 40 * 1024 * 1024
const symbolicLink = 0o120_000
const kindOfMode = 0o170_000

/** What a ZIP says that it holds, read from its directory alone: nothing has been unpacked when it is refused. */
export async function openZip(content: Uint8Array): Promise<{ zip: ZipFile; entries: Entry[] }> {
  const zip = await openDirectory(content)
  if (zip.entryCount > entriesMax) throw new AppError('file.zipTooLarge')
  const entries: Entry[] = []
  let bytes = 0
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.isEncrypted()) throw new AppError('file.zipEncrypted')
      if (((entry.externalFileAttributes >>> 16) & kindOfMode) === symbolicLink) throw new AppError('file.zipUnsafe')
      bytes += entry.uncompressedSize
      if (bytes > unpackedBytesMax) throw new AppError('file.zipTooLarge')
      if (/vbaProject/i.test(entry.fileName)) throw new AppError('file.macros')
      if (!entry.fileName.endsWith('/')) entries.push(entry)
    }
  } catch (error) {
    // yauzl refuses absolute names, `..` and backslashes by itself.
    throw error instanceof AppError ? error : new AppError('file.zipUnsafe', { cause: error })
  }
  return { zip, entries }
}

async function openDirectory(content: Uint8Array): Promise<ZipFile> {
  try {
    const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
    return await fromBufferPromise(bytes, { lazyEntries: true, strictFileNames: true, validateEntrySizes: true, autoClose: false })
  } catch (error) {
    throw new AppError('file.zipBroken', { cause: error })
  }
}

/** One part as it is unpacked; it fails at the first byte beyond the size that the directory named. */
export async function* unpack(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer, void, void> {
  try {
    const stream: Readable = await zip.openReadStreamPromise(entry, {})
    yield* stream as AsyncIterable<Buffer>
  } catch (error) {
    throw new AppError('file.zipBroken', { cause: error })
  }
}

/** The only file of a ZIP, unpacked. What spreadsheets of Apple add beside it does not count. */
export async function unpackOne(content: Uint8Array): Promise<Buffer> {
  const { zip, entries } = await openZip(content)
  const files = entries.filter(({ fileName }) => !fileName.startsWith('__MACOSX/') && !fileName.endsWith('.DS_Store'))
  const [file] = files
  if (!file || files.length > 1) throw new AppError('file.zipContent')
  if (file.uncompressedSize > packedFileBytesMax) throw new AppError('file.zipTooLarge')
  const chunks: Buffer[] = []
  for await (const chunk of unpack(zip, file)) chunks.push(chunk)
  return Buffer.concat(chunks)
}
