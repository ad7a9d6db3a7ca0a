import * as z from 'zod/mini'

/** What an approved WhatsApp text may begin with, as its HEADER says at Meta. */
export const headerFileKinds = ['image', 'document', 'video'] as const
export type HeaderFileKind = (typeof headerFileKinds)[number]

type Rule = { types: Readonly<Record<string, string>>; bytesMax: number }
const megabyte = 1024 * 1024
const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** What Meta takes of each kind: the ending of a name with its media type. Meta takes larger documents and videos; more than 10 MB we do not keep. */
export const headerFileRules: Readonly<Record<HeaderFileKind, Rule>> = {
  image: { types: { jpg: 'image/jpeg', jpeg: 'image/jpeg', png: 'image/png' }, bytesMax: 5 * megabyte },
  document: { types: { pdf: 'application/pdf', docx: word, xlsx: sheet }, bytesMax: 10 * megabyte },
  video: { types: { mp4: 'video/mp4', '3gp': 'video/3gpp' }, bytesMax: 10 * megabyte },
}

/** The media type that a file of this name says it has; undefined: it is not of this kind. */
export function headerFileType(kind: HeaderFileKind, fileName: string): string | undefined {
  const { types } = headerFileRules[kind]
  const ending = /\.([a-z0-9]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(types, ending) ? types[ending] : undefined
}

/** A file that was uploaded for the head of an approved text. */
export const HeaderFile = z.object({
  fileID: z.number().check(z.int(), z.gte(1)),
  kind: z.enum(headerFileKinds),
  fileName: z.string().check(z.minLength(1), z.maxLength(200)),
  bytes: z.number().check(z.int(), z.gte(1)),
})
export type HeaderFile = z.infer<typeof HeaderFile>
