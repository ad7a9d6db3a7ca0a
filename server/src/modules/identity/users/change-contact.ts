import { settingsOf } from '@regie/contract/login.ts'
import type { OwnContact, UserContact } from '@regie/contract/account.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { contactColumns } from '../../contacts/contact-columns.ts'
import { changeContactOfUser } from '../../contacts/contact-of-user.ts'
import { queueSystemMessage } from '../../system-mail/queue-system-mail.ts'
import { confirmPassword } from '../passwords/check-password.ts'
import { voidPasswordLinks } from '../passwords/password-links.ts'
import { callNameOf } from './user-queries.ts'
import { findAccountRow, ownContactOf } from './account-queries.ts'

type Change = { contact: UserContact; version: number; password?: string | undefined }

/**
 * Changes how the caller is reached. A password or a code can be sent to his address or mobile, so changing those asks his password;
 * the former address gets a mail about it, and links that were sent there are void.
 */
export async function changeContact(services: Services, caller: Caller, { contact, version, password }: Change): Promise<OwnContact> {
  const { db, clock } = services
  const wanted = contactColumns(contact)
  const known = await findAccountRow(db, caller.userId)
  if (known.email !== wanted.email || known.mobile !== wanted.mobile) {
    if (password === undefined) throw new AppError('password.confirmNeeded', { field: 'password' })
    await confirmPassword(services, caller.userId, password, 'password.incorrect', { field: 'password' })
  }
  return db.transaction().execute(async (tx) => {
    // Held against the address that the password was asked for: who changed it meanwhile changed the version too.
    const { email, mobile } = known
    const isChanged = await changeContactOfUser(tx, caller.userId, wanted, { version, email, mobile }, clock.now())
    const current = ownContactOf(await findAccountRow(tx, caller.userId))
    if (!isChanged) throw new AppError('error.conflict', { current })
    if (known.email !== wanted.email) {
      await voidPasswordLinks(tx, caller.userId)
      await notifyFormerAddress(tx, services, known)
    }
    return current
  })
}

async function notifyFormerAddress(tx: Transaction, services: Services, known: Awaited<ReturnType<typeof findAccountRow>>) {
  if (known.email === '') return
  await queueSystemMessage(tx, services, {
    channel: 'email',
    kind: 'emailChanged',
    userId: known.id,
    recipient: known.email,
    locale: settingsOf(known.settings).locale,
    values: { name: callNameOf(known), username: known.username },
  })
}
