import type { Transaction } from '../../../platform/db/database.ts'
import type { ReceivedMessage, Tied } from './received-message.ts'

// Nobody reads more than this of one message, and PostgreSQL keeps no zero character.
const charactersMax = 200_000
const storable = (text: string) => text.replaceAll('\0', '').slice(0, charactersMax).toWellFormed()

/** Saves a received message with its attachments; null when its key was saved before. */
export async function insertReceived(tx: Transaction, message: ReceivedMessage, tied: Tied | null, savedAt: Date): Promise<number | null> {
  const { customerId, providerId, channel, key, bytes, cameAt } = message
  const row = await tx
    .insertInto('incoming_messages')
    .values({
      ...{ customer_id: customerId, provider_id: providerId, channel, message_key: key, kind: message.kind ?? 'message' },
      ...{ case_id: tied?.caseId ?? null, batch_id: tied?.batchId ?? null, communication_id: message.answered?.id ?? null },
      ...{ sender: message.sender, sender_name: storable(message.senderName ?? ''), receivers: message.receivers ?? [] },
      ...{ subject: storable(message.subject ?? ''), text: storable(message.text), quoted: storable(message.quoted ?? '') },
      ...{
        pressed: message.pressed ?? null,
        given_number: message.givenNumber ?? null,
        bytes,
        reason: message.reason ?? '',
        came_at: cameAt,
        saved_at: savedAt,
      },
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return null
  const attachments = message.attachments ?? []
  if (attachments.length > 0)
    await tx
      .insertInto('incoming_attachments')
      .values(
        attachments.map(({ fileName, mediaType, bytes: size, content }, index) => ({
          ...{ customer_id: customerId, incoming_id: row.id, no: index + 1, file_name: fileName, media_type: mediaType, bytes: size },
          content: content && Buffer.from(content),
        })),
      )
      .execute()
  return row.id
}
