import { Right } from '@regie/contract/right-codes.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { queueSystemMessage } from '../../system-mail/queue-system-mail.ts'
import { removeApiKey, setApiKey } from './api-key.ts'
import { endSessions } from './end-sessions.ts'
import { selectUserForUpdate } from './managed-user.ts'
import { resetTwoFactor } from './second-factors.ts'
import { callNameOf } from './user-queries.ts'

// One's own key and factors are changed in the account screen, where the password is asked.
const keyOptions = { right: Right.resetUsers, notYourself: true }

/** A new API key for a user, answered this once; the old one is dead with the commit. */
export function resetUserApiKey({ db, clock }: Services, caller: Caller, userId: number): Promise<{ apiKey: string }> {
  return db.transaction().execute(async (tx) => {
    await selectUserForUpdate(tx, caller, userId, keyOptions)
    return { apiKey: await setApiKey(tx, userId, clock.now()) }
  })
}

export async function removeUserApiKey({ db }: Services, caller: Caller, userId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await selectUserForUpdate(tx, caller, userId, keyOptions)
    await removeApiKey(tx, userId)
  })
}

/** Takes away the second factors of a user who lost their phone. Their sessions and API key end, and they get a mail: somebody else may have asked. */
export async function resetUserTwoFactor(services: Services, caller: Caller, userId: number): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const user = await selectUserForUpdate(tx, caller, userId, { right: Right.resetTwoFactor, notYourself: true })
    await resetTwoFactor(tx, userId)
    await endSessions(tx, userId)
    await removeApiKey(tx, userId)
    if (user.email === '') return
    await queueSystemMessage(tx, services, {
      channel: 'email',
      kind: 'twoFactorReset',
      userId,
      recipient: user.email,
      locale: user.locale,
      values: { name: callNameOf(user), username: user.username },
    })
  })
}
