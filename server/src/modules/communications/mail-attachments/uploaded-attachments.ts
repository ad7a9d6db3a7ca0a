import {
  attachmentBytesMax,
  attachmentFault,
  unsentBytesMax,
  unsentDays,
  type UploadedAttachment,
} from '@regie/contract/mail-attachments.ts'
import type { WrittenChannel } from '@regie/contract/channels.ts'
import { sql } from 'kysely'
import { AppError } from '../../../platform/app-error.ts'
import type { Db, Transaction } from '../../../platform/db/database.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { UploadedFile } from '../../../platform/http/route.ts'
import type { Services } from '../../../services.ts'
import { findCustomerOfCase } from '../../cases/case-queries.ts'
import { receiveAttachment } from '../../files/receive-attachment.ts'

/** Keeps a file for a message that somebody writes about a case, while what they uploaded and did not send stays within its bounds. */
export async function addAttachmentToDraft(
  { db, pool, clock }: Services,
  caller: Caller,
  caseId: number,
  file: UploadedFile,
): Promise<UploadedAttachment> {
  const customerId = await findCustomerOfCase(pool, caller, caseId)
  const { fileName, mediaType, content } = await receiveAttachment(file)
  const bytes = content.length
  return db.transaction().execute(async (tx) => {
    // Two uploads at once would each see the other's room.
    await sql`select pg_advisory_xact_lock(hashtext('mail_attachments'), ${caller.userId}::int)`.execute(tx)
    const { rows } = await sql<{ unsent: number }>`
      select coalesce(sum(bytes), 0)::int as unsent
      from mail_attachments
      where uploaded_by = ${caller.userId} and communication_id is null`.execute(tx)
    if ((rows[0]?.unsent ?? 0) + bytes > unsentBytesMax) throw new AppError('attachment.unsentTooMuch', { field: 'file' })
    const { id } = await tx
      .insertInto('mail_attachments')
      .values({
        ...{ customer_id: customerId, case_id: caseId, file_name: fileName, media_type: mediaType, bytes, content },
        ...{ uploaded_by: caller.userId, uploaded_at: clock.now() },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { attachmentID: id, fileName, bytes }
  })
}

/** Removes a file that the caller uploaded and did not send; one that is gone is removed as well. */
export async function removeFromDraft({ db, pool }: Services, caller: Caller, caseId: number, attachmentId: number): Promise<void> {
  const customerId = await findCustomerOfCase(pool, caller, caseId)
  await db
    .deleteFrom('mail_attachments')
    .where('customer_id', '=', customerId)
    .where('case_id', '=', caseId)
    .where('id', '=', attachmentId)
    .where('uploaded_by', '=', caller.userId)
    .where('communication_id', 'is', null)
    .execute()
}

type Draft = {
  customerId: number
  caseId: number
  userId: number
  channel: WrittenChannel
  text: string
  /** Of the invoices that go with it. */
  besideBytes: number
}

/** Are these files there to be sent by this user with one message of a channel? Locked until it is queued: no other message takes them. */
export async function mustBeSendable(
  tx: Transaction,
  { customerId, caseId, userId, channel, text, besideBytes }: Draft,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return
  const found = await tx
    .selectFrom('mail_attachments')
    .select(['file_name as fileName', 'bytes'])
    .where('customer_id', '=', customerId)
    .where('case_id', '=', caseId)
    .where('id', 'in', ids)
    .where('uploaded_by', '=', userId)
    .where('communication_id', 'is', null)
    .forUpdate()
    .execute()
  if (found.length !== ids.length) throw new AppError('attachment.gone', { field: 'attachmentIDs' })
  const fault = attachmentFault(channel, found, text)
  if (fault !== null) throw new AppError(fault, { field: 'attachmentIDs' })
  if (sumOf(found) + besideBytes > attachmentBytesMax) throw new AppError('attachment.tooLarge', { field: 'attachmentIDs' })
}

/** So many bytes in all. */
export const sumOf = (files: readonly { bytes: number }[]): number => files.reduce((sum, { bytes }) => sum + bytes, 0)

/** Ties uploaded files to the message that was queued in the same transaction, in the order in which they were named. */
export async function tieAttachments(
  tx: Transaction,
  { customerId, communicationId }: { customerId: number; communicationId: number },
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update mail_attachments a
    set communication_id = ${communicationId}, no = given.no
    from unnest(${ids}::bigint[]) with ordinality as given(id, no)
    where a.customer_id = ${customerId} and a.id = given.id`.execute(tx)
}

/** Removes what was uploaded so long ago and never sent. */
export async function sweepUnsent(db: Db, now: Date): Promise<void> {
  await sql`
    delete from mail_attachments
    where communication_id is null
      and uploaded_at < ${now}::timestamptz - make_interval(days => ${unsentDays})`.execute(db)
}
