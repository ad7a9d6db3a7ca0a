import type { FastifyRequest } from 'fastify'
import { AppError } from '../app-error.ts'
import type { UploadedFile } from './route.ts'

// Fields are ids and short choices; the file's own size is for the use-case to check, which knows the text of the refusal.
const limits = { files: 1, fields: 20, fieldNameSize: 100, fieldSize: 10_000, fileSize: 12 * 1024 * 1024 }

export type Upload = { fields: Readonly<Record<string, string>>; file: UploadedFile; letGo(): void }

/** Reads the fields of a multipart body up to the file; the file itself is left to be streamed. */
export async function readUpload(request: FastifyRequest): Promise<Upload> {
  if (!request.isMultipart()) throw new AppError('error.mediaType')
  const fields: Record<string, string> = {}
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') {
        return { fields, file: { fileName: part.filename, stream: part.file }, letGo: () => void part.file.resume() }
      }
      if (typeof part.value === 'string') fields[part.fieldname] = part.value
    }
  } catch (error) {
    // The reader's own refusals have a status; what has none is a form that cannot be read, such as one without a boundary.
    throw error instanceof Error && 'statusCode' in error ? error : new AppError('error.invalid', { cause: error })
  }
  throw new AppError('file.missing', { field: 'file' })
}
