import { sql } from 'kysely'
import type { Channel } from '@regie/contract/channels.ts'
import type { ApprovedMessage } from '@regie/contract/whatsapp.ts'
import { fileKindOf } from '@regie/contract/mail-attachments.ts'
import type { OutgoingWhatsapp } from '../../../gateways/whatsapp/whatsapp-gateway.ts'
import { GatewayUnavailable } from '../../../gateways/gateway-errors.ts'
import type { RegisteredProvider } from '../../../gateways/registered-provider.ts'
import type { Services } from '../../../services.ts'
import type { MailExtras } from '../../templates/mail-extras.ts'
import { bringTemplateFile } from './bring-template-file.ts'

// Meta forgets a file after 30 days.
const keptDays = 29
const dayMs = 24 * 3_600_000

type Message = {
  customerId: number
  id: number
  providerId: number | null
  provider: RegisteredProvider | null
  approved: ApprovedMessage | null
}
type World = Pick<Services, 'db' | 'clock' | 'gateways'>

/** `fault`: why it could not be brought. */
export type BroughtFile = Pick<OutgoingWhatsapp, 'media'> & { fault?: unknown; tookMs: number }
export const noFile: BroughtFile = { tookMs: 0 }

/** Is there a file to bring to the provider before this message leaves? */
export const hasFile = ({ channel, mail, approved }: { channel: Channel; mail: MailExtras | null; approved: ApprovedMessage | null }) =>
  channel === 'whatsapp' && ((mail?.attachments ?? 0) > 0 || approved?.file !== undefined)

/**
 * Brings the file of a WhatsApp message to its provider and keeps the id, before the message is marked as started: nothing of it has left, so that a
 * kill meanwhile leaves it queued. Tried again it carries the file that is there already; a number of another provider gets it anew.
 */
export async function bringFile(services: World, message: Message): Promise<BroughtFile> {
  const began = performance.now()
  const found = await findOrUpload(services, message).catch((fault: unknown) => ({ fault }))
  return { ...found, tookMs: performance.now() - began }
}

async function findOrUpload(world: World, { customerId, id, providerId, provider, approved }: Message) {
  const { db, clock, gateways } = world
  const now = clock.now()
  const isStillThere = (at: Date) => now.getTime() - at.getTime() < keptDays * dayMs
  if (approved?.file) return bringTemplateFile(world, approved.file, { customerId, providerId, provider, isStillThere })
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
  const mediaBy = (mediaId: string) => ({ media: { id: mediaId, kind: fileKindOf(mediaType), fileName } })
  const isOfThis = row.at === (providerId ?? 0)
  if (known !== null && isOfThis && broughtAt !== null && isStillThere(broughtAt)) return mediaBy(known)
  const { content } = await ofMessage
    .select(sql<Buffer | null>`attachment_content(mail_attachments)`.as('content'))
    .where('id', '=', row.id)
    .executeTakeFirstOrThrow()
    .catch((cause: unknown) => Promise.reject(unread(cause)))
  if (content === null) throw unread()
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
