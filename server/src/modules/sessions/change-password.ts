import type { NextStep } from '@regie/contract/login.ts'
import { AppError } from '../../platform/app-error.ts'
import { allowAllCustomers } from '../../platform/db/scope.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { removeApiKey } from '../identity/users/api-key.ts'
import { confirmPassword } from '../identity/passwords/check-password.ts'
import { endSessions } from '../identity/users/end-sessions.ts'
import { setPassword } from '../identity/passwords/password.ts'
import { mayHavePassword } from '../identity/passwords/password-allowed.ts'
import { findPasswordLink, takePasswordLink, voidPasswordLinks } from '../identity/passwords/password-links.ts'
import { notifyOwner } from '../identity/users/notify-owner.ts'
import { advanceSession } from './session-changes.ts'
import { findSignInFacts, nextStage, stepOf } from './sign-in-stages.ts'

/** Whose link this is and what it is for, while it counts. */
export async function checkLink({ db, clock }: Services, token: string) {
  const link = await findPasswordLink(db, token, clock.now())
  if (!link || !(await mayHavePassword(db, link.user_id))) throw new AppError('login.linkInvalid')
  return { valid: true, username: link.username, kind: link.kind === 'invite' ? 'invite' : 'reset' } as const
}

/**
 * Chooses a password with a link, once. Every session of the user ends and none begins: he signs in, with his second factor too. His API key goes as
 * well: who needs a link may have lost more than a password.
 */
export async function changePassword(services: Services, { token, newPassword }: { token: string; newPassword: string }): Promise<void> {
  const { db, clock } = services
  await db.transaction().execute(async (tx) => {
    const now = clock.now()
    const link = await findPasswordLink(tx, token, now)
    // Taken before anything else, so that of two at once one finds it gone; a password that is refused gives it back.
    const userId = link && (await takePasswordLink(tx, link.token_hash))
    if (userId === undefined || !(await mayHavePassword(tx, userId))) throw new AppError('login.linkInvalid')
    await setPassword(tx, userId, newPassword, now)
    await voidPasswordLinks(tx, userId)
    await endSessions(tx, userId)
    await removeApiKey(tx, userId)
    if (link?.kind === 'reset') await notifyOwner(tx, services, userId, 'passwordChanged')
  })
}

type Replacing = { oldPassword: string; newPassword: string }

/** Changes the password of who knows the old one. His other sessions end, and this one goes on under a new secret; from an expired password to the next stage. */
export async function replacePassword(
  services: Services,
  caller: Caller & { sessionId: number },
  { oldPassword, newPassword }: Replacing,
): Promise<{ secret: string; step: NextStep }> {
  const { db, clock } = services
  await confirmPassword(services, caller.userId, oldPassword, 'password.oldIncorrect', { field: 'oldPassword' })
  return db.transaction().execute(async (tx) => {
    const now = clock.now()
    await setPassword(tx, caller.userId, newPassword, now)
    await voidPasswordLinks(tx, caller.userId)
    await endSessions(tx, caller.userId, caller.sessionId)
    await notifyOwner(tx, services, caller.userId, 'passwordChanged')
    // His home counts, also when he does not serve it.
    await allowAllCustomers(tx)
    const facts = await findSignInFacts(tx, caller.userId, now)
    // Who came this far has given his code, if he has anything to give one with.
    const stage = nextStage(facts, { factorGiven: caller.stage === 'full' || facts.methods.length > 0 })
    return { secret: await advanceSession(tx, caller.sessionId, stage, now), step: stepOf(stage, facts.methods) }
  })
}
