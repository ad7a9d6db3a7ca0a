import { Readable } from 'node:stream'
import type { FieldDefinition } from '@regie/contract/fields.ts'
import type { Locale } from '@regie/contract/locale.ts'
import { settingsOf } from '@regie/contract/login.ts'
import type { Db } from '../../platform/db/database.ts'
import { writeWorkbook } from '../../platform/documents/xlsx.ts'
import type { FileReply } from '../../platform/http/route.ts'
import { fieldComment } from './field-comment.ts'
import { exampleValue } from './example-value.ts'

const names: Record<Locale, string> = { nl: 'Voorbeeld', eng: 'Example', fr: 'Exemple' }

/** A workbook as an import of this script takes it: its headings in the reader's language, what may stand below each, and two people who do not exist. */
export async function exampleFile(script: string, fields: readonly FieldDefinition[], locale: Locale): Promise<FileReply> {
  const columns = fields.map((field) => ({ heading: field.label[locale], comment: fieldComment(field, locale) }))
  const rows = ([0, 1] as const).map((row) => fields.map((field) => exampleValue(field, row)))
  const content = await writeWorkbook(names[locale], columns, rows)
  const fileName = `${names[locale]} ${script.replace(/[^\p{L}\p{N} ._-]/gu, '').trim()}.xlsx`
  return { fileName, stream: Readable.from([Buffer.from(content)]) }
}

/** The language that the user chose, for headings and comments. */
export async function languageOf(db: Db, userId: number): Promise<Locale> {
  const user = await db.selectFrom('users').select('settings').where('id', '=', userId).executeTakeFirst()
  return settingsOf(user?.settings).locale
}
