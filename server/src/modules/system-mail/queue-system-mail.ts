import type { Locale } from '@regie/contract/locale.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { encrypt } from '../../platform/security/encryption.ts'
import type { Services } from '../../services.ts'
import {
  type ForwardedMail,
  forwardedMail,
  type NewsMail,
  newsMail,
  type SystemMailContent,
  type SystemMailKind,
  type SystemMailValues,
  systemMail,
  systemSms,
} from './system-texts.ts'

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
  return insertContent(tx, { config, clock }, { channel, kind, userId, recipient, content })
}

type Forward = { userId: number; recipient: string; locale: Locale; mail: ForwardedMail }

/**
 * Queues a received e-mail for a member of staff, or for an address that the customer allows; `userId`: who gets it, else who sends it. It leaves after
 * the commit, at most once, as every message of the system does. It is no contact with the person of the case: no permission is asked, no cap counts it.
 */
export async function queueForwardedMail(
  tx: Transaction,
  services: Pick<Services, 'config' | 'clock'>,
  { userId, recipient, locale, mail }: Forward,
): Promise<void> {
  const content = forwardedMail(mail, locale)
  const messageId = await insertContent(tx, services, { channel: 'email', kind: 'forward', userId, recipient, content })
  await enqueue(tx, 'sendSystemMail', { messageId })
}

type News = { kind: string; userId: number | null; recipient: string; locale: Locale; mail: NewsMail }

/** Queues a mail to who is subscribed to something, in the caller's transaction: it leaves after the commit, at most once. */
export async function queueNewsMail(
  tx: Transaction,
  services: Pick<Services, 'config' | 'clock'>,
  { kind, userId, recipient, locale, mail }: News,
): Promise<void> {
  const messageId = await insertContent(tx, services, { channel: 'email', kind, userId, recipient, content: newsMail(mail, locale) })
  await enqueue(tx, 'sendSystemMail', { messageId })
}

type Content = { channel: 'email' | 'sms'; kind: string; userId: number | null; recipient: string; content: SystemMailContent }

async function insertContent(
  tx: Transaction,
  { config, clock }: Pick<Services, 'config' | 'clock'>,
  { channel, kind, userId, recipient, content }: Content,
): Promise<number> {
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
