import { Readable } from 'node:stream'
import type { SentAttachment } from '@regie/contract/mail-attachments.ts'
import { sql } from 'kysely'
import type { EmailAttachment } from '../../../gateways/email/email-gateway.ts'
import { GatewayUnavailable } from '../../../gateways/gateway-errors.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Db, Transaction } from '../../../platform/db/database.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { FileReply } from '../../../platform/http/route.ts'
import type { Services } from '../../../services.ts'
import type { MailExtras } from '../../templates/mail-extras.ts'

type Message = { customerId: number; id: number }

/** The files of a mail that is about to leave. Where they can not be read it has not left, and waits: never without them. */
export async function loadAttachments(
  { db }: Pick<Services, 'db'>,
  { customerId, id, mail }: Message & { mail: MailExtras | null },
): Promise<EmailAttachment[]> {
  if (!mail?.attachments) return []
  const rows = await db
    .selectFrom('mail_attachments')
    .select(['file_name as fileName', 'media_type as mediaType', 'content'])
    .where('customer_id', '=', customerId)
    .where('communication_id', '=', id)
    .orderBy('no')
    .execute()
    .catch((cause: unknown) => {
      throw new GatewayUnavailable('The attachments could not be read', { cause })
    })
  if (rows.length !== mail.attachments) throw new GatewayUnavailable('The attachments could not be read')
  return rows
}

/** The files that went with a message, by name and size. */
export function listAttachments(db: Db, { customerId, id }: Message): Promise<SentAttachment[]> {
  return db
    .selectFrom('mail_attachments')
    .select(['file_name as fileName', 'bytes'])
    .select(sql<number>`no`.as('no'))
    .where('customer_id', '=', customerId)
    .where('communication_id', '=', id)
    .orderBy('no')
    .execute()
}

/** Gives a message that is sent once more the files of the first, with the id of what was brought to its provider before. */
export async function copyAttachments(tx: Transaction, { customerId, id }: Message, toId: number): Promise<void> {
  await sql`
    insert into mail_attachments (customer_id, case_id, communication_id, no, file_name, media_type, bytes, content,
      uploaded_by, uploaded_at, provider_ref, provider_id, brought_at)
    select customer_id, case_id, ${toId}, no, file_name, media_type, bytes, content, uploaded_by, uploaded_at,
      provider_ref, provider_id, brought_at
    from mail_attachments
    where customer_id = ${customerId} and communication_id = ${id}`.execute(tx)
}

type Wanted = { caseID: number; communicationID: number; no: number }

/** A file that went with a message of this case; another customer's is answered as not found. */
export async function downloadAttachment({ db }: Services, caller: Caller, { caseID, communicationID, no }: Wanted): Promise<FileReply> {
  const row = await db
    .selectFrom('mail_attachments')
    .select(['file_name', 'content'])
    .where('customer_id', 'in', [0, ...caller.customerIds])
    .where('case_id', '=', caseID)
    .where('communication_id', '=', communicationID)
    .where('no', '=', no)
    .executeTakeFirst()
  if (!row) throw new AppError('file.notFound')
  return { fileName: row.file_name, stream: Readable.from([row.content]) }
}
