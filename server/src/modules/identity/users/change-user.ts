import type { RequestOf } from '@regie/contract/endpoint.ts'
import { Right } from '@regie/contract/right-codes.ts'
import type { userApi, UserRow } from '@regie/contract/users.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { contactColumns } from '../../contacts/contact-columns.ts'
import { changeContactOfUser } from '../../contacts/contact-of-user.ts'
import { queueSystemMessage } from '../../system-mail/queue-system-mail.ts'
import { selectUserForUpdate } from './managed-user.ts'
import { voidPasswordLinks } from '../passwords/password-links.ts'
import { callNameOf } from './user-queries.ts'
import { findUserRow } from './user-rows.ts'

type Change = RequestOf<typeof userApi.change>['body']

/** Changes how a user is reached, unless somebody else did so since the manager looked. Another e-mail address voids links, and the old one gets a mail about it. */
export async function changeUser(services: Services, caller: Caller, userId: number, { contact, version }: Change): Promise<UserRow> {
  const { db, clock } = services
  const columns = contactColumns(contact)
  const isChanged = await db.transaction().execute(async (tx) => {
    const user = await selectUserForUpdate(tx, caller, userId, { right: Right.changeUsers })
    if (user.version !== version) return false
    const isMoved = columns.email !== user.email
    // Codes and links go there, so for oneself the account screen asks the password first.
    if (userId === caller.userId && (isMoved || columns.mobile !== user.mobile)) throw new AppError('user.yourself')
    if (!(await changeContactOfUser(tx, userId, columns, user, clock.now()))) return false
    if (!isMoved) return true
    await voidPasswordLinks(tx, userId)
    if (user.email !== '' && user.hasPassword) {
      const values = { name: callNameOf(user), username: user.username }
      await queueSystemMessage(tx, services, {
        channel: 'email',
        kind: 'emailChanged',
        userId,
        recipient: user.email,
        locale: user.locale,
        values,
      })
    }
    return true
  })
  const current = await findUserRow(db, caller, userId, clock.now())
  if (!isChanged) throw new AppError('error.conflict', { current })
  return current
}
