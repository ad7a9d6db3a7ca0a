import { Readable } from 'node:stream'
import type { HeaderFileKind } from '@regie/contract/header-files.ts'
import { fileKindOf } from '@regie/contract/mail-attachments.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { FileReply } from '../../../platform/http/route.ts'
import type { Services } from '../../../services.ts'

type Wanted = { conversationID: number; incomingID: number; no: number }

/** A file that came with a message of a conversation, of this kind only where one is named; one that was too large was not kept. */
export async function findAttachment(
  { db }: Services,
  caller: Caller,
  { conversationID, incomingID, no }: Wanted,
  kind?: HeaderFileKind,
): Promise<FileReply> {
  const row = await db
    .selectFrom('incoming_attachments as a')
    .innerJoin('incoming_messages as m', (join) => join.onRef('m.customer_id', '=', 'a.customer_id').onRef('m.id', '=', 'a.incoming_id'))
    .select(['a.file_name', 'a.media_type', 'a.content'])
    .where('m.customer_id', 'in', [0, ...caller.customerIds])
    .where('m.conversation_id', '=', conversationID)
    .where('a.incoming_id', '=', incomingID)
    .where('a.no', '=', no)
    .executeTakeFirst()
  if (!row?.content || (kind && fileKindOf(row.media_type) !== kind)) throw new AppError('conversation.notFound')
  return { fileName: row.file_name, stream: Readable.from([row.content]) }
}
