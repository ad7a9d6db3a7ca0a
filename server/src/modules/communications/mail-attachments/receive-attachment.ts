import { attachmentBytesMax, attachmentTypeOf } from '@regie/contract/mail-attachments.ts'
import { AppError } from '../../../platform/app-error.ts'
import { isWhatItSays } from '../../../platform/documents/media-type.ts'
import { openZip } from '../../../platform/documents/zip.ts'
import type { UploadedFile } from '../../../platform/http/route.ts'
import { fileNameOf } from '../../files/store-upload.ts'

export type ReceivedFile = { fileName: string; mediaType: string; content: Buffer }

/** Collects a file for a message as it comes in; refused at the first byte too many, and where its bytes are not what its name says. */
export async function receiveAttachment({ fileName: given, stream }: UploadedFile): Promise<ReceivedFile> {
  const fileName = fileNameOf(given)
  const mediaType = attachmentTypeOf(fileName)
  if (mediaType === undefined) throw new AppError('attachment.typeUnsupported', { field: 'file' })
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream) {
    bytes += chunk.length
    if (bytes > attachmentBytesMax) throw new AppError('attachment.tooLarge', { field: 'file' })
    chunks.push(chunk)
  }
  if (bytes === 0) throw new AppError('file.empty', { field: 'file' })
  const content = Buffer.concat(chunks, bytes)
  if (!isWhatItSays(mediaType, content) || !(await isWholeDocument(fileName, content)))
    throw new AppError('attachment.notWhatItSays', { field: 'file' })
  return { fileName, mediaType, content }
}

// The folder in which each keeps its parts. Both are a ZIP: one with macros, a bomb or an unsafe name is refused by its directory.
const folders: Readonly<Record<string, string>> = { docx: 'word/', xlsx: 'xl/' }

async function isWholeDocument(fileName: string, content: Buffer): Promise<boolean> {
  const folder = folders[fileName.split('.').at(-1)?.toLowerCase() ?? '']
  if (folder === undefined) return true
  const { zip, entries } = await openZip(content)
  zip.close()
  const names = entries.map((entry) => entry.fileName)
  return names.includes('[Content_Types].xml') && names.some((name) => name.startsWith(folder))
}
