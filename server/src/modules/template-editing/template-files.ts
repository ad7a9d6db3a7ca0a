import { Readable } from 'node:stream'
import { type HeaderFile, type HeaderFileKind, headerFileRules, headerFileType } from '@regie/contract/header-files.ts'
import { unsentBytesMax, unsentDays } from '@regie/contract/mail-attachments.ts'
import { sql } from 'kysely'
import { AppError } from '../../platform/app-error.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { FileReply, UploadedFile } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { receiveAttachment } from '../communications/mail-attachments/receive-attachment.ts'
import { findTemplateRef } from './template-rows.ts'

const megabyte = 1024 * 1024

/** Keeps a file for the head of an approved text, of a kind and size that Meta takes. */
export async function addTemplateFile(
  { db, clock }: Services,
  caller: Caller,
  { templateID, kind }: { templateID: number; kind: HeaderFileKind },
  file: UploadedFile,
): Promise<HeaderFile> {
  const { customerId } = await findTemplateRef(db, caller, templateID)
  const received = await receiveAttachment(file, ruleOf(kind))
  const { mediaType, content } = received
  const bytes = content.length
  // In the text that is kept of a message, braces would be the place of a field.
  const fileName = received.fileName.replaceAll('{', '(').replaceAll('}', ')')
  return db.transaction().execute(async (tx) => {
    // Two uploads at once would each see the other's room.
    await sql`select pg_advisory_xact_lock(hashtext('template_files'), ${caller.userId}::int)`.execute(tx)
    const { rows } = await sql<{ lately: number }>`
      select coalesce(sum(bytes), 0)::int as lately
      from template_files
      where uploaded_by = ${caller.userId}
        and uploaded_at > ${clock.now()}::timestamptz - make_interval(days => ${unsentDays})`.execute(tx)
    if ((rows[0]?.lately ?? 0) + bytes > unsentBytesMax) throw new AppError('template.filesTooMany', { field: 'file' })
    const { id } = await tx
      .insertInto('template_files')
      .values({
        ...{ customer_id: customerId, kind, file_name: fileName, media_type: mediaType, bytes, content },
        ...{ uploaded_by: caller.userId, uploaded_at: clock.now() },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { fileID: id, kind, fileName, bytes }
  })
}

function ruleOf(kind: HeaderFileKind) {
  const { types, bytesMax } = headerFileRules[kind]
  const ofKind = () => new AppError('template.fileKind', { field: 'file', params: { types: Object.keys(types).join(', ').toUpperCase() } })
  return {
    typeOf: (fileName: string) => headerFileType(kind, fileName),
    bytesMax,
    refusals: {
      type: ofKind,
      content: ofKind,
      size: () => new AppError('template.fileTooLarge', { field: 'file', params: { megabytes: bytesMax / megabyte } }),
    },
  }
}

/** A file of the customer whose template this is; another customer's is answered as not found. */
export async function downloadTemplateFile(
  { db }: Services,
  caller: Caller,
  { templateID, fileID }: { templateID: number; fileID: number },
): Promise<FileReply> {
  const { customerId } = await findTemplateRef(db, caller, templateID)
  const row = await db
    .selectFrom('template_files')
    .select(['file_name', 'content'])
    .where('customer_id', '=', customerId)
    .where('id', '=', fileID)
    .executeTakeFirst()
  if (!row) throw new AppError('file.notFound')
  return { fileName: row.file_name, stream: Readable.from([row.content]) }
}

/** Removes what was uploaded so long ago and is named by no revision of a text. */
export async function sweepTemplateFiles(db: Db, now: Date): Promise<void> {
  await sql`
    delete from template_files f
    where f.uploaded_at < ${now}::timestamptz - make_interval(days => ${unsentDays})
      and not exists (
        select
        from template_revisions r
        where r.customer_id = f.customer_id
          and (coalesce(r.written, '{}') || jsonb_build_object('sent', r.texts)) @?
            format('$.**.approved.file ? (@.fileID == %s)', f.id)::jsonpath)`.execute(db)
}
