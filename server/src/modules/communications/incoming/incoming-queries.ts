import type { IncomingMessage } from '@regie/contract/incoming-messages.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { maySeePersonalData } from '../../fields/masks.ts'
import { findTextMask } from '../../cases/masks/case-mask.ts'

/** A message that somebody sent about a case; another customer's is answered as not found. */
export async function findIncoming({ db, pool }: Services, caller: Caller, caseId: number, incomingId: number): Promise<IncomingMessage> {
  const row = await db
    .selectFrom('incoming_messages')
    .selectAll()
    .where('customer_id', 'in', [0, ...caller.customerIds])
    .where('id', '=', incomingId)
    .where('case_id', '=', caseId)
    .executeTakeFirst()
  if (!row) throw new AppError('case.notFound')
  const attachments = await db
    .selectFrom('incoming_attachments')
    .select((eb) => ['no', 'file_name', 'media_type', 'bytes', eb('content', 'is not', null).as('is_kept')])
    .where('customer_id', '=', row.customer_id)
    .where('incoming_id', '=', incomingId)
    .orderBy('no')
    .execute()
  const masked = await findTextMask(pool, caller, caseId)
  return {
    incomingID: row.id,
    channel: row.channel as IncomingMessage['channel'],
    isAutomatic: row.kind === 'automatic',
    cameAt: row.came_at.toISOString(),
    // Another address than the case has is the person's all the same, and no mask knows it.
    from: maySeePersonalData(caller) ? row.sender : '',
    fromName: maySeePersonalData(caller) ? row.sender_name : '',
    subject: masked(row.subject),
    text: masked(row.text),
    quoted: masked(row.quoted),
    answersID: row.communication_id,
    attachments: attachments.map((one) => ({
      ...{ no: one.no, fileName: masked(one.file_name), mediaType: one.media_type, bytes: one.bytes, isKept: Boolean(one.is_kept) },
    })),
  }
}
