import type { Locale } from '@regie/contract/locale.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { encrypt } from '../../platform/security/encryption.ts'
import type { Services } from '../../services.ts'
import { type SystemMailKind, type SystemMailValues, systemMail, systemSms } from './system-texts.ts'

type Message<Kind extends SystemMailKind> = {
  kind: Kind
  userId: number | null
  recipient: string
  locale: Locale
  values: SystemMailValues[Kind]
}
export type SystemMessage<Kind extends SystemMailKind> = Message<Kind> &
  (Kind extends 'code' ? { channel: 'email' | 'sms' } : { channel: 'email' })

/**
 * Queues a message to a member of staff in the caller's transaction: it leaves after the commit, at most once. Returns its id.
 * Links and codes are in it, so it is kept encrypted until it has left, and bound to its recipient.
 */
export async function queueSystemMessage<Kind extends SystemMailKind>(
  tx: Transaction,
  services: Pick<Services, 'config' | 'clock'>,
  message: SystemMessage<Kind>,
): Promise<number> {
  const id = await insertSystemMessage(tx, services, message)
  await enqueue(tx, 'sendSystemMail', { messageId: id })
  return id
}

/** The same without a job: whoever writes it sends it (send-at-once.ts). */
export async function insertSystemMessage<Kind extends SystemMailKind>(
  tx: Transaction,
  { config, clock }: Pick<Services, 'config' | 'clock'>,
  { channel, kind, userId, recipient, locale, values }: SystemMessage<Kind>,
): Promise<number> {
  const content = channel === 'sms' ? systemSms(values as SystemMailValues['code'], locale) : systemMail(kind, values, locale)
  const { id } = await tx
    .insertInto('system_messages')
    .values({
      channel,
      kind,
      user_id: userId,
      recipient,
      content: encrypt(config.secretKey, JSON.stringify(content), contentPurpose(recipient)),
      queued_at: clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const contentPurpose = (recipient: string) => `system message to ${recipient}`
