import type { Services } from '../../../services.ts'
import { mayLeave } from '../../templates/mail-extras.ts'
import { bounceAddress } from '../incoming/message-token.ts'
import type { SendableMessage } from '../outbox-claim.ts'
import { leavingSubject, unsubscribeToken } from './unsubscribe-token.ts'

/** Where answers and what cannot be delivered go, who gets a copy, and how the reader leaves: by our page, and by mail where a mailbox is read. */
export function headersOf({ secretKey, publicUrl }: Services['config'], { id, mail, mailbox, provider }: SendableMessage) {
  const bounces = provider?.settings.kind === 'smtp' ? provider.settings.bounces : ''
  const { replyTo, cc, bcc, priority } = mail ?? {}
  const token = mayLeave(mail) && unsubscribeToken(secretKey, id)
  return {
    ...(replyTo !== undefined && { replyTo }),
    ...(bounces && { bouncesTo: bounceAddress(secretKey, bounces, id) }),
    ...(cc && { cc }),
    ...(bcc && { bcc }),
    ...(priority && { priority }),
    ...(token && {
      leave: { url: `${publicUrl}/u/${token}`, ...(mailbox && { mail: { address: mailbox, subject: leavingSubject(token) } }) },
    }),
  }
}
