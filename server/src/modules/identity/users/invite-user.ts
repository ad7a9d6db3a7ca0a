import type { Locale } from '@regie/contract/locale.ts'
import { Right } from '@regie/contract/right-codes.ts'
import type { UserRow } from '@regie/contract/users.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { selectUserForUpdate } from './managed-user.ts'
import { mayHavePassword } from '../passwords/password-allowed.ts'
import { sendPasswordLink } from '../passwords/send-password-link.ts'
import { findUserRow } from './user-rows.ts'

/** Sends the invitation once more to who has not chosen a password yet; the former link no longer works. */
export async function inviteUser(services: Services, caller: Caller, userId: number, locale: Locale): Promise<UserRow> {
  const { db, clock } = services
  await db.transaction().execute(async (tx) => {
    const user = await selectUserForUpdate(tx, caller, userId, { right: Right.changeUsers })
    if (user.hasPassword) throw new AppError('user.notInvited')
    if (user.email === '') throw new AppError('user.noEmail')
    await sendPasswordLink(tx, services, user, { kind: 'invite', locale })
  })
  return findUserRow(db, caller, userId, clock.now())
}

/** Mails a link to choose a new password. A manager may know who exists, so what goes wrong is shown. */
export async function sendResetLink(services: Services, caller: Caller, userId: number, locale: Locale): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const user = await selectUserForUpdate(tx, caller, userId, { right: Right.resetUsers })
    if (user.email === '') throw new AppError('user.noEmail')
    if (!(await mayHavePassword(tx, userId))) throw new AppError('login.onlySso')
    // Who is new gets the longer time of an invitation.
    await sendPasswordLink(tx, services, user, { kind: user.hasPassword ? 'reset' : 'invite', locale })
  })
}
