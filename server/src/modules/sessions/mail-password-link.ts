import { Locale } from '@regie/contract/locale.ts'
import * as z from 'zod/mini'
import { enqueue } from '../../jobs/enqueue.ts'
import { decrypt, encrypt } from '../../platform/security/encryption.ts'
import type { Services } from '../../services.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { mayHavePassword } from '../identity/passwords/password-allowed.ts'
import { sendPasswordLink } from '../identity/passwords/send-password-link.ts'
import { findUserByName } from '../identity/users/user-queries.ts'

// product.md 5.15
const mailsPerHour = 3
const purpose = 'forgotten password'
const Asked = z.object({ username: z.string(), locale: Locale })
type Asked = z.infer<typeof Asked>

/**
 * Takes the request of somebody who forgot his password. Who is not known is found out later, by the job: here the work is the same for every name,
 * so that no answer and no time discloses who exists. What was typed is sealed, for people type their password in the wrong field.
 */
export async function askPasswordLink({ db, config }: Pick<Services, 'db' | 'config'>, asked: Asked): Promise<void> {
  const sealed = encrypt(config.secretKey, JSON.stringify(asked), purpose).toString('base64')
  await db.transaction().execute((tx) => enqueue(tx, 'mailPasswordLink', { sealed }))
}

/** Mails the link, if there is such a user with an address who signs in with a password, and at most three times an hour. */
export async function mailPasswordLink(services: Services, { sealed }: { sealed: string }): Promise<void> {
  const { db, config, clock, log } = services
  const { username, locale } = Asked.parse(JSON.parse(decrypt(config.secretKey, Buffer.from(sealed, 'base64'), purpose)))
  await db.transaction().execute(async (tx) => {
    const user = await findUserByName(tx, username)
    if (!user || user.locked_at || user.email === '' || !(await mayHavePassword(tx, user.id))) return
    // Two at once count each other.
    await tx.selectFrom('users').select('id').where('id', '=', user.id).forUpdate().execute()
    const { mails } = await tx
      .selectFrom('system_messages')
      .select((eb) => eb.fn.countAll<number>().as('mails'))
      .where('user_id', '=', user.id)
      .where('kind', '=', 'reset')
      .where('queued_at', '>', new Date(clock.now().getTime() - 60 * 60_000))
      .executeTakeFirstOrThrow()
    if (mails >= mailsPerHour) return log.info({ userId: user.id }, 'a fourth password link within an hour was not mailed')
    await recordAudit(tx, { action: 'login.linkMailed', entity: 'user', entityId: user.id, customerId: user.customer_id })
    await sendPasswordLink(tx, services, user, { kind: 'reset', locale })
  })
}
