import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { type CardImage, cardImageRule } from '@regie/contract/card-images.ts'
import { type HeaderFile, type HeaderFileKind, headerFileRules, headerFileType } from '@regie/contract/header-files.ts'
import { unsentBytesMax, unsentDays } from '@regie/contract/mail-attachments.ts'
import { sql } from 'kysely'
import { AppError } from '../../platform/app-error.ts'
import type { Db } from '../../platform/db/database.ts'
import { cleanPicture } from '../../platform/documents/clean-picture.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { FileReply, UploadedFile } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { receiveAttachment } from '../files/receive-attachment.ts'
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
  // In the text that is kept of a message, braces would be the place of a field.
  const fileName = received.fileName.replaceAll('{', '(').replaceAll('}', ')')
  const bytes = content.length
  const fileID = await keepFile({ db, clock }, caller, {
    customer_id: customerId,
    kind,
    file_name: fileName,
    media_type: mediaType,
    content,
  })
  return { fileID, kind, fileName, bytes }
}

/** Keeps a picture for the card of a text's payment link, without what a camera wrote beside it. */
export async function addCardImage({ db, clock }: Services, caller: Caller, templateID: number, file: UploadedFile): Promise<CardImage> {
  const { customerId } = await findTemplateRef(db, caller, templateID)
  const { types, bytesMax } = cardImageRule
  const { fileName, content: given } = await receiveAttachment(file, {
    typeOf: (name) => Object.entries(types).find(([ending]) => name.toLowerCase().endsWith(`.${ending}`))?.[1],
    bytesMax,
    refusals: {
      ...{ type: () => cardRefusal('template.cardImageKind'), content: () => cardRefusal('template.cardImageKind') },
      size: () => cardRefusal('template.cardImageTooLarge'),
    },
  })
  const picture = cleanPicture(given)
  if (picture === null) throw cardRefusal('template.cardImageKind')
  const { mediaType, width, height, content } = picture
  const { widthMin, heightMin, sideMax } = cardImageRule
  if (width < widthMin || height < heightMin || Math.max(width, height) > sideMax) throw cardRefusal('template.cardImageSize')
  const row = { customer_id: customerId, kind: 'card' as const, file_name: fileName, media_type: mediaType, content, width, height }
  await keepFile({ db, clock }, caller, row)
  const name = `${createHash('sha256').update(content).digest('hex')}.${mediaType === 'image/png' ? 'png' : 'jpg'}`
  return { name, width, height, bytes: content.length }
}

type CardRefusal = 'template.cardImageKind' | 'template.cardImageTooLarge' | 'template.cardImageSize'

function cardRefusal(code: CardRefusal): AppError {
  const { bytesMax, widthMin, heightMin, sideMax } = cardImageRule
  return new AppError(code, { field: 'file', params: { kilobytes: bytesMax / 1024, widthMin, heightMin, sideMax } })
}

type KeptFile = {
  customer_id: number
  kind: HeaderFileKind | 'card'
  file_name: string
  media_type: string
  content: Buffer
  width?: number
  height?: number
}

/** Keeps it, unless who sends it kept too much lately. */
async function keepFile({ db, clock }: Pick<Services, 'db' | 'clock'>, caller: Caller, file: KeptFile): Promise<number> {
  const bytes = file.content.length
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
      .values({ ...file, bytes, uploaded_by: caller.userId, uploaded_at: clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
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
          and (starts_with(r.options ->> 'cardImage', f.card_hash)
            or (coalesce(r.written, '{}') || jsonb_build_object('sent', r.texts)) @?
              format('$.**.approved.file ? (@.fileID == %s)', f.id)::jsonpath))`.execute(db)
}
