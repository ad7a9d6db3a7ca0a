import { AppError } from '../../../platform/app-error.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { confirmPassword } from '../passwords/check-password.ts'

/** How long ago the password or a code may have been given in this session where it is not asked again. */
const justNowMs = 30 * 60_000

export type Person = Caller & { sessionId: number }

/**
 * Asks for the password before second factors change, so that who finds an open screen cannot bind an account to his own phone. Not while signing in goes on:
 * there it was given a moment ago. Who has no password, and comes in through his organisation only, signs in anew when that was too long ago.
 */
export async function mustProveHimself(services: Services, person: Person, password: string | undefined): Promise<void> {
  const isSigningIn = person.stage === '2faSetup'
  if (isSigningIn || !(await hasPassword(services, person.userId))) {
    if (await wasProvenJustNow(services, person.sessionId)) return
    if (!isSigningIn) throw new AppError('password.confirmNeeded')
  }
  if (password === undefined) throw new AppError('password.confirmNeeded', { field: 'password' })
  await confirmPassword(services, person.userId, password, 'password.incorrect', { field: 'password' })
}

/** Will adding a factor ask the password? Also while signing in, when the organisation began to demand a factor long after the password was given. */
export async function asksPassword(services: Services, person: Person): Promise<boolean> {
  if (!(await hasPassword(services, person.userId))) return false
  return person.stage !== '2faSetup' || !(await wasProvenJustNow(services, person.sessionId))
}

async function hasPassword({ db }: Services, userId: number): Promise<boolean> {
  const user = await db.selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirst()
  return user?.password_hash != null
}

async function wasProvenJustNow({ db, clock }: Services, sessionId: number): Promise<boolean> {
  const session = await db.selectFrom('sessions').select('confirmed_at').where('id', '=', sessionId).executeTakeFirst()
  return session !== undefined && clock.now().getTime() - session.confirmed_at.getTime() <= justNowMs
}
