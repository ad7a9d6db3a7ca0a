import { isPicture } from '@regie/contract/mail-attachments.ts'
import type { OutgoingWhatsapp } from '../../../gateways/whatsapp/whatsapp-gateway.ts'
import { GatewayUnavailable } from '../../../gateways/gateway-errors.ts'
import type { RegisteredProvider } from '../../../gateways/registered-provider.ts'
import type { Services } from '../../../services.ts'
import type { MailExtras } from '../../templates/mail-extras.ts'

// Meta forgets a file after 30 days.
const keptDays = 29
const dayMs = 24 * 3_600_000

type Message = { customerId: number; id: number; mail: MailExtras | null; providerId: number | null; provider: RegisteredProvider | null }

/**
 * Brings the file of a WhatsApp message to its provider and keeps the id before the message leaves: a message that is tried again carries the file
 * that is there already. A number of another provider gets it anew.
 */
export async function bringFile(
  { db, clock, gateways }: Pick<Services, 'db' | 'clock' | 'gateways'>,
  { customerId, id, mail, providerId, provider }: Message,
): Promise<Pick<OutgoingWhatsapp, 'media'>> {
  if (!mail?.attachments) return {}
  const now = clock.now()
  const ofMessage = db.selectFrom('mail_attachments').where('customer_id', '=', customerId).where('communication_id', '=', id)
  const unread = (cause?: unknown) => new GatewayUnavailable('The attachment could not be read', { cause })
  const row = await ofMessage
    .select([
      'id',
      'file_name as fileName',
      'media_type as mediaType',
      'provider_ref as ref',
      'provider_id as at',
      'brought_at as broughtAt',
    ])
    .orderBy('no')
    .executeTakeFirst()
    .catch((cause: unknown) => Promise.reject(unread(cause)))
  if (!row) throw unread()
  const { fileName, mediaType, ref: known, broughtAt } = row
  const mediaBy = (mediaId: string) => ({ media: { id: mediaId, isPicture: isPicture(mediaType), fileName } })
  const isOfThis = row.at === (providerId ?? 0)
  if (known !== null && isOfThis && broughtAt !== null && now.getTime() - broughtAt.getTime() < keptDays * dayMs) return mediaBy(known)
  const { content } = await ofMessage
    .select('content')
    .where('id', '=', row.id)
    .executeTakeFirstOrThrow()
    .catch((cause: unknown) => Promise.reject(unread(cause)))
  const { id: ref } = await gateways.gatewayOf('whatsapp', provider).uploadMedia({ fileName, mediaType, content })
  await db
    .updateTable('mail_attachments')
    .set({ provider_ref: ref, provider_id: providerId ?? 0, brought_at: now })
    .where('customer_id', '=', customerId)
    .where('id', '=', row.id)
    .execute()
    .catch((cause: unknown) => Promise.reject(unread(cause)))
  return mediaBy(ref)
}
