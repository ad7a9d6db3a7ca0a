import { GatewayRefused, GatewayUnavailable } from '../../gateways/gateway-errors.ts'
import { decrypt } from '../../platform/security/encryption.ts'
import type { Services } from '../../services.ts'
import { writeSimulatedPost } from './simulated-post.ts'
import type { SystemMailContent, SystemMailFile } from './system-texts.ts'
import { contentPurpose } from './queue-system-mail.ts'

type Started = { id: number; channel: string; recipient: string; content: Buffer | null }

/**
 * Sends one queued message, once. That it began is written down before the first byte leaves: who finds it begun - the sender was killed - cannot know
 * whether the person has it, and it is never sent again by itself. A provider that is away is tried again by the job.
 */
export async function sendSystemMail(
  services: Services,
  { messageId }: { messageId: number },
  { isLastAttempt }: { isLastAttempt: boolean },
) {
  const { db, log } = services
  const message = await db
    .updateTable('system_messages')
    .set((eb) => ({ state: 'started', attempts: eb('attempts', '+', 1) }))
    .where('id', '=', messageId)
    .where('state', '=', 'queued')
    .returning(['id', 'channel', 'recipient', 'content'])
    .executeTakeFirst()
  if (!message) return settle(services, messageId, 'unknown', 'interrupted')
  try {
    await send(services, message)
  } catch (error) {
    if (error instanceof GatewayUnavailable && !isLastAttempt) {
      await db.updateTable('system_messages').set({ state: 'queued' }).where('id', '=', messageId).where('state', '=', 'started').execute()
      throw error
    }
    const state = error instanceof GatewayUnavailable || error instanceof GatewayRefused ? 'failed' : 'unknown'
    log.warn({ err: error, messageId, state }, 'a message to a member of staff was not sent')
    return settle(
      services,
      messageId,
      state,
      error instanceof GatewayRefused ? error.code : error instanceof Error ? error.name : 'unknown',
    )
  }
  await settle(services, messageId, 'sent', null)
}

async function send({ gateways, config, clock }: Services, { id, channel, recipient, content }: Started) {
  if (!content) throw new GatewayRefused('contentMissing', 'The message has no content any more')
  const { subject, text, html, files = [] } = JSON.parse(decrypt(config.secretKey, content, contentPurpose(recipient))) as SystemMailContent
  const gateway = channel === 'sms' ? gateways.sms : gateways.email
  const message = { id: `system-${id}`, to: recipient, text }
  if (gateway.simulated) await writeSimulatedPost(config.dataDir, { ...message, subject, files, at: clock.now() })
  else if (channel === 'sms') await gateways.sms.send({ ...message, from: 'Regie' })
  else
    await gateways.email.send({
      ...message,
      from: config.mailFrom,
      subject,
      html,
      ...(files.length > 0 && { attachments: files.map(attachmentOf) }),
    })
}

const attachmentOf = ({ fileName, mediaType, base64 }: SystemMailFile) => ({ fileName, mediaType, content: Buffer.from(base64, 'base64') })

/** How it ended; the text goes, for links and codes are in it. */
async function settle({ db, clock }: Services, messageId: number, state: 'sent' | 'failed' | 'unknown', reason: string | null) {
  await db
    .updateTable('system_messages')
    .set({ state, reason, settled_at: clock.now(), content: null })
    .where('id', '=', messageId)
    .where('state', '=', 'started')
    .execute()
}
