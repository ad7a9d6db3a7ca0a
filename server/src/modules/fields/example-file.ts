import type { FieldDefinition } from '@regie/contract/fields.ts'
import { Readable } from 'node:stream'
import type { Locale } from '@regie/contract/locale.ts'
import { byteOrderMark, csvLine } from '../../platform/documents/csv-cells.ts'
import type { FileReply } from '../../platform/http/route.ts'
import { exampleValue } from './example-value.ts'

const names: Record<Locale, string> = { nl: 'Voorbeeld', eng: 'Example', fr: 'Exemple' }

/** A file as an import of this script takes it: its headings in the reader's language and two people who do not exist. */
export function exampleFile(script: string, fields: readonly FieldDefinition[], locale: Locale): FileReply {
  const rows = ([0, 1] as const).map((row) => csvLine(fields.map((field) => exampleValue(field, row))))
  const text = byteOrderMark + csvLine(fields.map(({ label }) => label[locale])) + rows.join('')
  return { fileName: `${names[locale]} ${script.replace(/[^\p{L}\p{N} ._-]/gu, '').trim()}.csv`, stream: Readable.from([text]) }
}
