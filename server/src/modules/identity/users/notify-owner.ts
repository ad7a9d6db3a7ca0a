import { settingsOf } from '@regie/contract/login.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Services } from '../../../services.ts'
import { queueSystemMessage } from '../../system-mail/queue-system-mail.ts'
import { callNameOf, findUser } from './user-queries.ts'

/** Mails the owner of an account what changed about their signing in, so that they know when it was somebody else. */
export async function notifyOwner(
  tx: Transaction,
  services: Services,
  userId: number,
  kind: 'passwordChanged' | 'factorAdded' | 'factorRemoved',
) {
  const user = await findUser(tx, userId)
  if (user.email === '') return
  await queueSystemMessage(tx, services, {
    channel: 'email',
    kind,
    userId,
    recipient: user.email,
    locale: settingsOf(user.settings).locale,
    values: { name: callNameOf(user), username: user.username },
  })
}
