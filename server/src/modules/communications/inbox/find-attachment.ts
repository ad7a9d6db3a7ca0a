import { Readable } from 'node:stream'
import { fileKindOf } from '@regie/contract/mail-attachments.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { FileReply } from '../../../platform/http/route.ts'
import type { Services } from '../../../services.ts'

type Wanted = { conversationID: number; incomingID: number; no: number }

/** A file that came with a message of a conversation; one that was too large was not kept. */
export const findAttachment = (services: Services, caller: Caller, wanted: Wanted): Promise<FileReply> =>
  find(services, caller, wanted, () => true)

/** A picture that is shown; of another file nobody has looked at anything. */
export const findPicture = (services: Services, caller: Caller, wanted: Wanted): Promise<FileReply> =>
  find(services, caller, wanted, (mediaType) => fileKindOf(mediaType) === 'image')

async function find(
  { db }: Services,
  caller: Caller,
  { conversationID, incomingID, no }: Wanted,
  isWanted: (mediaType: string) => boolean,
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
  if (!row?.content || !isWanted(row.media_type)) throw new AppError('conversation.notFound')
  return { fileName: row.file_name, stream: Readable.from([row.content]) }
}
