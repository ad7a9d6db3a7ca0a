import { AppError } from '../../../platform/app-error.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Services } from '../../../services.ts'
import { putChallenge, takeChallenge } from './challenges.ts'
import type { Verdict } from './verify-code.ts'
import { asAuthentication, checked, type PasskeyAnswer, webAuthn } from './passkey-answer.ts'
import type { Person } from './prove-yourself.ts'
import { relyingPartyOf } from './relying-party.ts'
import { removeCodes } from './sent-codes.ts'
import { countWrongCode, forgetWrongCodes, isSessionSpent, lockCodeTries } from './wrong-codes.ts'

type Answered = { answer: PasskeyAnswer; origin: string | undefined }

/** What a browser needs to let one of the user's passkeys answer. */
export async function askPasskey({ db, clock, config }: Services, { userId, sessionId }: Person, origin: string | undefined) {
  const known = await db.selectFrom('passkeys').select(['credential_id', 'transports']).where('user_id', '=', userId).execute()
  if (known.length === 0) throw new AppError('twoFactor.notThere')
  const { generateAuthenticationOptions } = await webAuthn()
  const options = await generateAuthenticationOptions({
    rpID: relyingPartyOf(config.publicUrl, origin).id,
    userVerification: 'preferred',
    allowCredentials: known.map((row) => ({ id: row.credential_id, transports: row.transports })),
  })
  await db.transaction().execute((tx) => putChallenge(tx, { sessionId, purpose: 'signIn' }, options.challenge, clock.now()))
  return { ...options }
}

/** Did a passkey of the user answer the challenge of this session? Verified and counted as codes are (verify-code.ts). */
export async function verifyPasskey(tx: Transaction, services: Services, person: Person, { answer, origin }: Answered): Promise<Verdict> {
  const { userId, sessionId } = person
  const now = services.clock.now()
  const tries = await lockCodeTries(tx, userId, sessionId)
  if (isSessionSpent(tries)) return 'tooMany'
  if (!(await isAnswered(tx, services, person, { answer, origin }))) return (await countWrongCode(tx, tries, now)) ? 'tooMany' : 'wrong'
  await forgetWrongCodes(tx, tries)
  await removeCodes(tx, { sessionId, purpose: 'signIn' })
  return 'right'
}

async function isAnswered(tx: Transaction, services: Services, { userId, sessionId }: Person, { answer, origin }: Answered) {
  const { clock, config, log } = services
  const now = clock.now()
  const challenge = await takeChallenge(tx, { sessionId, purpose: 'signIn' }, now)
  if (challenge === null || typeof answer.id !== 'string') return false
  const passkey = await tx
    .selectFrom('passkeys')
    .select(['id', 'credential_id', 'public_key', 'counter'])
    .where('credential_id', '=', answer.id)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (!passkey) return false
  const { verifyAuthenticationResponse } = await webAuthn()
  const { id: expectedRPID, origin: expectedOrigin } = relyingPartyOf(config.publicUrl, origin)
  const credential = { id: passkey.credential_id, publicKey: new Uint8Array(passkey.public_key), counter: passkey.counter }
  const response = asAuthentication(answer)
  // Presence is always asked. A counter that does not go up is a copied key: the library refuses it.
  const found = await checked(log, () =>
    verifyAuthenticationResponse({
      response,
      credential,
      expectedChallenge: challenge,
      expectedOrigin,
      expectedRPID,
      requireUserVerification: false,
    }),
  )
  if (!found?.verified) return false
  const { newCounter: counter } = found.authenticationInfo
  await tx.updateTable('passkeys').set({ counter, last_used_at: now }).where('id', '=', passkey.id).execute()
  return true
}
