import { Readable } from 'node:stream'
import type { HeaderFileKind } from '@regie/contract/header-files.ts'
import { fileKindOf, type SentAttachment } from '@regie/contract/mail-attachments.ts'
import { sql } from 'kysely'
import type { EmailAttachment } from '../../../gateways/email/email-gateway.ts'
import { GatewayBusy, GatewayRefused, GatewayUnavailable } from '../../../gateways/gateway-errors.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Db, Transaction } from '../../../platform/db/database.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { FileReply } from '../../../platform/http/route.ts'
import type { Services } from '../../../services.ts'
import type { MailExtras } from '../../templates/mail-extras.ts'

type Message = { customerId: number; id: number }

// The scanner looks each minute; waiting for it costs no attempt.
const scanWaitMs = 60_000

/** The files of a mail that is about to leave. Where they can not be read it has not left, and waits, as where the virus scanner still has to look at one, or fails where one is gone: never without them. */
export async function loadAttachments(
  { db, config }: Pick<Services, 'db'> & { config: Pick<Services['config'], 'virusScanner'> },
  { customerId, id, mail }: Message & { mail: MailExtras | null },
): Promise<EmailAttachment[]> {
  if (!mail?.attachments) return []
  const cannotRead = (cause: unknown) => {
    throw new GatewayUnavailable('The attachments could not be read', { cause })
  }
  // Asked first: one that waits for the scanner asks again each minute, and its files may be large.
  const waits = config.virusScanner !== null && (await isAnyUnscanned(db, { customerId, id }).catch(cannotRead))
  if (waits) throw new GatewayBusy('notScanned', scanWaitMs)
  const rows = await db
    .selectFrom('mail_attachments')
    .select(['file_name as fileName', 'media_type as mediaType'])
    .select(sql<Buffer | null>`case when ${isWithdrawn} then null else attachment_content(mail_attachments) end`.as('content'))
    .where('customer_id', '=', customerId)
    .where('communication_id', '=', id)
    .orderBy('no')
    .execute()
    .catch(cannotRead)
  if (rows.length !== mail.attachments) throw new GatewayUnavailable('The attachments could not be read')
  return rows.map(({ content, fileName, mediaType }) => {
    // It will not come back, such as an invoice that was taken away, or in which a virus was found, after the mail was queued.
    if (content === null) throw new GatewayRefused('fileGone', 'A file of this mail is gone')
    return { fileName, mediaType, content }
  })
}

/** SQL: the document that is attached was taken away from the case: it may be somebody else's. */
const isWithdrawn = sql`exists (
  select from case_documents d
  where d.customer_id = mail_attachments.customer_id and d.file_id = mail_attachments.file_id
    and d.removed_at is not null)`

async function isAnyUnscanned(db: Db, { customerId, id }: Message): Promise<boolean> {
  const found = await db
    .selectFrom('mail_attachments as a')
    .innerJoin('files as f', (join) => join.onRef('f.customer_id', '=', 'a.customer_id').onRef('f.id', '=', 'a.file_id'))
    .select('a.id')
    .where('a.customer_id', '=', customerId)
    .where('a.communication_id', '=', id)
    .where('f.scanned_at', 'is', null)
    .where('f.removed_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * SQL: the files of a message whose contents are `t`: what staff attached, or the one with which its approved text begins. That is kept once for all
 * messages of the text, and no text has both.
 */
export const filesOfContents = sql`
  select a.no, a.file_name, a.media_type, a.bytes, attachment_content(a) as content
  from mail_attachments a
  where a.customer_id = t.customer_id and a.communication_id = t.communication_id
  union all
  select 1, f.file_name, f.media_type, f.bytes, f.content
  from template_files f
  where f.customer_id = t.customer_id and f.id = (t.approved #>> '{file,fileID}')::bigint`

/** The files that went with a message, by name, kind and size. */
export async function listAttachments(db: Db, { customerId, id, queuedAt }: Message & { queuedAt: Date }): Promise<SentAttachment[]> {
  const { rows } = await sql<SentAttachment>`
    select f.no, f.file_name as "fileName", f.media_type as "mediaType", f.bytes
    from communication_contents t
    cross join lateral (${filesOfContents}) f
    where t.customer_id = ${customerId} and t.communication_id = ${id} and t.queued_at = ${queuedAt}
    order by f.no`.execute(db)
  return rows
}

/** Gives a message that is sent once more the files of the first, with the id of what was brought to its provider before. */
export async function copyAttachments(tx: Transaction, { customerId, id }: Message, toId: number): Promise<void> {
  await sql`
    insert into mail_attachments (customer_id, case_id, communication_id, no, file_name, media_type, bytes, content,
      file_id, uploaded_by, uploaded_at, provider_ref, provider_id, brought_at)
    select customer_id, case_id, ${toId}, no, file_name, media_type, bytes, content, file_id,
      uploaded_by, uploaded_at, provider_ref, provider_id, brought_at
    from mail_attachments
    where customer_id = ${customerId} and communication_id = ${id}`.execute(tx)
}

type Wanted = { caseID: number; communicationID: number; no: number }

/** A file that went with a message of this case, of this kind only where one is named; another customer's is answered as not found. */
export async function downloadAttachment(
  { db }: Services,
  caller: Caller,
  { caseID, communicationID, no }: Wanted,
  kind?: HeaderFileKind,
): Promise<FileReply> {
  const { rows } = await sql<{ fileName: string; mediaType: string; content: Buffer | null }>`
    select f.file_name as "fileName", f.media_type as "mediaType", f.content
    from communications m
    join communication_contents t
      on t.customer_id = m.customer_id and t.communication_id = m.id and t.queued_at = m.queued_at
    cross join lateral (${filesOfContents}) f
    where m.customer_id = any(${[0, ...caller.customerIds]}::bigint[]) and m.case_id = ${caseID}
      and m.id = ${communicationID} and f.no = ${no}`.execute(db)
  const [row] = rows
  if (!row?.content || (kind && fileKindOf(row.mediaType) !== kind)) throw new AppError('file.notFound')
  return { fileName: row.fileName, stream: Readable.from([row.content]) }
}
