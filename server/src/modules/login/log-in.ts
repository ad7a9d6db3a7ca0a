import type { NextStep } from '@regie/contract/login.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Services } from '../../services.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { checkPassword } from '../users/check-password.ts'
import { findUserByName } from '../users/user-queries.ts'
import { beginAttempt } from './address-limit.ts'
import { insertSession, removeSession } from './session-changes.ts'
import { findSignInFacts, nextStage, stepOf } from './sign-in-stages.ts'

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
  const { db, clock } = services
  if (username.trim() === '' || password === '')
    throw new AppError('login.empty', { field: username.trim() === '' ? 'username' : 'password' })
  const attempt = (await isAtHome(services, signIn)) ? null : await beginAttempt(services, { address, username })
  if (attempt && 'waitSeconds' in attempt) return attempt
  const user = await checkPassword(services, { username, password, deviceOf: deviceOf ?? (() => null) })
  await attempt?.forget()
  // Only who knows the password hears of these: they tell that the account exists.
  if (user.locked_at) throw new AppError('login.locked')
  const now = clock.now()
  const facts = await findSignInFacts(db, user.id, now)
  if (!facts.mayUsePassword) throw new AppError('login.onlySso')

  const stage = nextStage(facts, { factorGiven: false })
  const secret = await db.transaction().execute(async (tx) => {
    await tx.updateTable('users').set({ last_login_at: now }).where('id', '=', user.id).execute()
    await recordAudit(tx, {
      entity: 'user',
      entityId: user.id,
      userId: user.id,
      username: user.username,
      customerId: user.customer_id,
      after: { stage },
    })
    if (formerSecret !== undefined) await removeSession(tx, formerSecret)
    return insertSession(tx, { userId: user.id, stage, userAgent, address }, now)
  })
  return { userId: user.id, secret, step: stepOf(stage, facts.methods) }
}

/** Somebody whose browser is known is not held up by others behind his address; his own wrong passwords count for the account or for the browser. */
async function isAtHome({ db }: Services, { username, deviceOf }: SignIn): Promise<boolean> {
  if (deviceOf === null) return false
  const user = await findUserByName(db, username)
  return user !== undefined && deviceOf(user.id) !== null
}
