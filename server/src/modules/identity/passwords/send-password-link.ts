import type { Locale } from '@regie/contract/locale.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Services } from '../../../services.ts'
import { queueSystemMessage } from '../../system-mail/queue-system-mail.ts'
import { createPasswordLink, type PasswordLinkKind, passwordLinkUrl } from './password-links.ts'
import { callNameOf } from '../users/user-queries.ts'

type Recipient = { id: number; username: string; email: string; first_name: string; last_name: string }

/** Mails a user a link to choose his password; his former links are void. */
export async function sendPasswordLink(
  tx: Transaction,
  services: Pick<Services, 'config' | 'clock'>,
  user: Recipient,
  { kind, locale }: { kind: PasswordLinkKind; locale: Locale },
): Promise<void> {
  const { config, clock } = services
  const token = await createPasswordLink(tx, { userId: user.id, kind, sentTo: user.email, now: clock.now() })
  await queueSystemMessage(tx, services, {
    channel: 'email',
    kind,
    userId: user.id,
    recipient: user.email,
    locale,
    values: { name: callNameOf(user), username: user.username, link: passwordLinkUrl(config.publicUrl, token) },
  })
}
