import type { NextStep } from '@regie/contract/login.ts'
import { AppError } from '../../platform/app-error.ts'
import { hashToken } from '../../platform/security/secret-token.ts'
import type { Services } from '../../services.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { checkPassword } from '../identity/passwords/check-password.ts'
import { type Account, findAccount } from '../identity/users/user-queries.ts'
import { beginAttempt } from './address-limit.ts'
import { openSession } from './open-session.ts'
import { findSignInFactsFast, nextStage, stepOf } from './sign-in-stages.ts'

type SignIn = {
  username: string
  password: string
  address: string
  userAgent: string
  formerSecret: string | undefined
  /** The number of this browser when it carries this user's mark; null when it carries no mark at all. */
  deviceOf: ((userId: number) => string | null) | null
}
export type SignedIn = { userId: number; secret: string; step: NextStep }

/** Signs in as far as a password goes: a new session at its stage, and the one that this browser held before is over. A number is seconds to wait. */
export async function logIn(services: Services, signIn: SignIn): Promise<SignedIn | { waitSeconds: number }> {
  const { username, password, address, userAgent, formerSecret, deviceOf } = signIn
  const { clock } = services
  if (username.trim() === '' || password === '')
    throw new AppError('login.empty', { field: username.trim() === '' ? 'username' : 'password' })
  const attempt = (await isAtHome(services, signIn)) ? null : await beginAttempt(services, { address, username })
  if (attempt && 'waitSeconds' in attempt) return attempt
  const enter = async (user: Account, evenIfDelayed: boolean): Promise<SignedIn | null> => {
    const facts = await findSignInFactsFast(services.pool, user.id, clock.now())
    if (user.locked_at || !facts.mayUsePassword) return null
    const stage = nextStage(facts, { factorGiven: false })
    const formerSecretHash = formerSecret === undefined ? null : hashToken(formerSecret)
    const secret = await openSession(services, user, {
      stage,
      address,
      userAgent,
      formerSecretHash,
      attemptId: attempt?.id ?? null,
      evenIfDelayed,
    })
    return secret === null ? null : { userId: user.id, secret, step: stepOf(stage, facts.methods) }
  }
  let signedIn: SignedIn | null = null
  const user = await checkPassword(services, {
    username,
    password,
    deviceOf: deviceOf ?? (() => null),
    openSession: async (account) => (signedIn = await enter(account, false)) !== null,
  })
  if (signedIn) return signedIn
  // Handled apart: delayed but from their own browser, or an account that this does not open. Only somebody who knows the password learns that it exists.
  await attempt?.forget()
  signedIn = await enter(user, true)
  if (signedIn) return signedIn
  const refusal = await refusalOf(services, user)
  const recorded = { entity: 'user', entityId: user.id, username: user.username, customerId: user.customer_id, after: { refusal } }
  await recordAudit(services.db, { action: 'login.failed', ...recorded })
  throw new AppError(refusal)
}

/** Why somebody whose password was right a moment ago is not let in. What he typed may have been changed meanwhile: then it is not right any more. */
async function refusalOf({ pool, clock }: Services, user: Account) {
  const { mayUsePassword } = await findSignInFactsFast(pool, user.id, clock.now())
  const now = await findAccount(pool, user.username)
  if (now?.id !== user.id || now.password_hash !== user.password_hash) return 'login.incorrect'
  return now.locked_at || mayUsePassword ? 'login.locked' : 'login.onlySso'
}

/** Somebody whose browser is known is not held up by others behind his address; his own wrong passwords count for the account or for the browser. */
async function isAtHome({ pool }: Services, { username, deviceOf }: SignIn): Promise<boolean> {
  if (deviceOf === null) return false
  const user = await findAccount(pool, username)
  return user !== undefined && deviceOf(user.id) !== null
}
