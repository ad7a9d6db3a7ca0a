import type { Transaction } from '../../../platform/db/database.ts'
import type { ReceivedAttachment } from './received-message.ts'

type Added = ReceivedAttachment & { customerId: number; incomingId: number }

/** Keeps the file of a message that was saved before it; the same one is kept once. */
export async function addAttachment(
  tx: Transaction,
  { customerId, incomingId, fileName, mediaType, bytes, content }: Added,
): Promise<void> {
  await tx
    .insertInto('incoming_attachments')
    .values({
      ...{ customer_id: customerId, incoming_id: incomingId, no: 1, file_name: fileName, media_type: mediaType, bytes },
      content: content && Buffer.from(content),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
