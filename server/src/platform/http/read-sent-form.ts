import type { PageRequest } from './page-route.ts'

/** What somebody sent with a form that takes a file. `file` null: none was chosen; its content null: it is larger than allowed. */
export type SentForm = { fields: Readonly<Record<string, string>>; file: SentFile | null }
type SentFile = { name: string; content: Buffer | null }

const limits = { files: 1, fields: 20, fieldNameSize: 100, fieldSize: 10_000 }

/** Reads a form with its file, of at most so many bytes; one that was sent without a file has its fields alone. */
export async function readSentForm({ request, form }: Pick<PageRequest, 'request' | 'form'>, bytesMax: number): Promise<SentForm> {
  if (!request.isMultipart()) return { fields: form, file: null }
  const fields: Record<string, string> = {}
  let file: SentFile | null = null
  // The plug-in takes this here as well, which its types do not say: what is too large is answered in words.
  const options = { limits: { ...limits, fileSize: bytesMax }, throwFileSizeLimit: false }
  for await (const part of request.parts(options)) {
    if (part.type === 'field') {
      if (typeof part.value === 'string') fields[part.fieldname] = part.value
      continue
    }
    const chunks: Buffer[] = []
    for await (const chunk of part.file) chunks.push(chunk as Buffer)
    const isTooLarge = part.file.truncated
    // A browser sends an empty file where none was chosen.
    if (isTooLarge || chunks.length > 0) file = { name: part.filename, content: isTooLarge ? null : Buffer.concat(chunks) }
  }
  return { fields, file }
}
