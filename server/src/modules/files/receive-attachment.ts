import { attachmentBytesMax, attachmentTypeOf } from '@regie/contract/mail-attachments.ts'
import { AppError } from '../../platform/app-error.ts'
import { isWhatItSays } from '../../platform/documents/media-type.ts'
import { openZip } from '../../platform/documents/zip.ts'
import type { UploadedFile } from '../../platform/http/route.ts'
import { fileNameOf } from './store-upload.ts'

export type ReceivedFile = { fileName: string; mediaType: string; content: Buffer }

/** What may come in: the media type that a name stands for, and how large it may be. */
type FileRule = {
  typeOf: (fileName: string) => string | undefined
  bytesMax: number
  refusals: Record<'type' | 'content' | 'size', () => AppError>
}
const ofMessages: FileRule = {
  typeOf: attachmentTypeOf,
  bytesMax: attachmentBytesMax,
  refusals: {
    type: () => new AppError('attachment.typeUnsupported', { field: 'file' }),
    content: () => new AppError('attachment.notWhatItSays', { field: 'file' }),
    size: () => new AppError('attachment.tooLarge', { field: 'file' }),
  },
}

/** Collects a file for a message as it comes in; refused at the first byte too many, and where its bytes are not what its name says. */
export async function receiveAttachment({ fileName: given, stream }: UploadedFile, rule = ofMessages): Promise<ReceivedFile> {
  const fileName = fileNameOf(given)
  const mediaType = rule.typeOf(fileName)
  if (mediaType === undefined) throw rule.refusals.type()
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream) {
    bytes += chunk.length
    if (bytes > rule.bytesMax) throw rule.refusals.size()
    chunks.push(chunk)
  }
  if (bytes === 0) throw new AppError('file.empty', { field: 'file' })
  const content = Buffer.concat(chunks, bytes)
  if (!isWhatItSays(mediaType, content) || !(await isWholeDocument(fileName, content))) throw rule.refusals.content()
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
