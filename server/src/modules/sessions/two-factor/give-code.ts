import { AppError } from '../../../platform/app-error.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Services } from '../../../services.ts'
import { verifyPasskey } from '../../identity/two-factor/verify-passkey.ts'
import { verifyCode, mustBeRight, mustHaveTries, type Verdict } from '../../identity/two-factor/verify-code.ts'
import { goOnSigningIn } from './next-session.ts'
import type { PasskeyAnswer } from '../../identity/two-factor/passkey-answer.ts'
import type { Person } from '../../identity/two-factor/prove-yourself.ts'
import { countRecoveryCodes } from '../../identity/two-factor/recovery-codes.ts'

type Given = { token?: string | undefined; passkey?: PasskeyAnswer | undefined; origin: string | undefined }
type WentOn = { secret: string; next: 'ok' | 'password_expired'; recoveryLeft?: number }

/** The second step of signing in: with the right code the session goes on, under a new secret. */
export async function giveCode(services: Services, person: Person, given: Given): Promise<WentOn> {
  if (given.token !== undefined) await mustHaveTries(services, { ...person, token: given.token })
  const { verdict, wentOn } = await services.db.transaction().execute(async (tx) => {
    const verified = await verify(tx, services, person, given)
    return {
      verdict: verified,
      wentOn: verified === 'right' || verified === 'recovery' ? await goOn(tx, services, person, verified) : null,
    }
  })
  mustBeRight(verdict)
  if (!wentOn) throw new AppError('twoFactor.failed')
  return wentOn
}

function verify(tx: Transaction, services: Services, person: Person, { token, passkey, origin }: Given): Promise<Verdict> {
  if (passkey !== undefined) return verifyPasskey(tx, services, person, { answer: passkey, origin })
  if (token === undefined) throw new AppError('twoFactor.tokenInvalid', { field: 'token' })
  return verifyCode(tx, services, { userId: person.userId, sessionId: person.sessionId, purpose: 'signIn', token })
}

async function goOn(tx: Transaction, { clock }: Services, person: Person, by: Verdict): Promise<WentOn> {
  const { userId, sessionId } = person
  const session = await tx.selectFrom('sessions').select('stage').where('id', '=', sessionId).executeTakeFirst()
  // Two right ones at once: the session has gone on already, and its secret with it.
  if (session?.stage !== 'otp') throw new AppError('login.required')
  const { secret, stage } = await goOnSigningIn(tx, person, clock.now())
  return {
    secret,
    next: stage === 'passwordExpired' ? 'password_expired' : 'ok',
    ...(by === 'recovery' && { recoveryLeft: await countRecoveryCodes(tx, userId) }),
  }
}
