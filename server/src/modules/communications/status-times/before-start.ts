import type { Channel } from '@regie/contract/channels.ts'
import { enqueue } from '../../../jobs/enqueue.ts'
import type { Services } from '../../../services.ts'
import type { SendableMessage } from '../outbox-claim.ts'
import { bringFile, type BroughtFile, hasFile, noFile } from '../mail-attachments/bring-file.ts'

// By then most have left; what has not is looked at again.
const statusAfterMs = 5_000

type Asked = { channel: Channel } & Pick<SendableMessage, 'mail' | 'approved'>

/** Is there something to do before this message is marked as started? Of most there is not. */
export const hasWorkBefore = (message: Asked): boolean => hasFile(message) || message.mail?.statusField !== undefined

/** What must be safe before the first byte leaves: its file is with the provider, and the note of when it left is on the list of jobs. */
export async function workBefore(services: Services, message: SendableMessage): Promise<BroughtFile> {
  const { customerId, id: communicationId } = message
  if (message.mail?.statusField !== undefined)
    await services.db
      .transaction()
      .execute((tx) =>
        enqueue(tx, 'writeStatusTime', { customerId, communicationId }, { startAfter: new Date(Date.now() + statusAfterMs) }),
      )
  return hasFile(message) ? bringFile(services, message) : noFile
}
