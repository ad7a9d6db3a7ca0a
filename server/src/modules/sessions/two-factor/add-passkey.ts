import { AppError } from '../../../platform/app-error.ts'
import type { Services } from '../../../services.ts'
import { putChallenge, takeChallenge } from '../../identity/two-factor/challenges.ts'
import { type Added, finishAdding } from './finish-adding.ts'
import { insertPasskey } from '../../identity/two-factor/keep-factor.ts'
import { asRegistration, checked, type PasskeyAnswer, webAuthn } from '../../identity/two-factor/passkey-answer.ts'
import { mustProveHimself, type Person } from '../../identity/two-factor/prove-yourself.ts'
import { relyingPartyOf } from '../../identity/two-factor/relying-party.ts'

const rpName = 'Regie'

type Start = { password: string | undefined; origin: string | undefined }

/** What a browser needs to make a passkey for this user; not one that he has already. */
export async function startPasskey(services: Services, person: Person, { password, origin }: Start) {
  await mustProveHimself(services, person, password)
  const { db, clock, config } = services
  const { userId, username, sessionId } = person
  const known = await db.selectFrom('passkeys').select(['credential_id', 'transports']).where('user_id', '=', userId).execute()
  const { generateRegistrationOptions } = await webAuthn()
  const options = await generateRegistrationOptions({
    rpName,
    rpID: relyingPartyOf(config.publicUrl, origin).id,
    userName: username,
    userDisplayName: username,
    userID: new TextEncoder().encode(`regie user ${userId}`),
    attestationType: 'none',
    excludeCredentials: known.map((row) => ({ id: row.credential_id, transports: row.transports })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  await db.transaction().execute((tx) => putChallenge(tx, { sessionId, purpose: 'add' }, options.challenge, clock.now()))
  return { ...options }
}

type Made = { name: string; answer: PasskeyAnswer; origin: string | undefined }

/** Adds the passkey that the browser made. The challenge is the proof that the password was asked. */
export async function addPasskey(services: Services, person: Person, { name, answer, origin }: Made): Promise<Added> {
  const { db, clock, config, log } = services
  const { userId, sessionId } = person
  const challenge = await db.transaction().execute((tx) => takeChallenge(tx, { sessionId, purpose: 'add' }, clock.now()))
  if (challenge === null) throw new AppError('twoFactor.notBegun')
  const { verifyRegistrationResponse } = await webAuthn()
  const { id: expectedRPID, origin: expectedOrigin } = relyingPartyOf(config.publicUrl, origin)
  const response = asRegistration(answer)
  const made = await checked(log, () =>
    verifyRegistrationResponse({ response, expectedChallenge: challenge, expectedOrigin, expectedRPID, requireUserVerification: false }),
  )
  if (!made?.verified) throw new AppError('twoFactor.failed', { field: 'passkey' })
  const { id, publicKey, counter, transports } = made.registrationInfo.credential
  return db.transaction().execute(async (tx) => {
    const passkey = { userId, credentialId: id, publicKey, counter, transports: transports ?? [], name }
    if (!(await insertPasskey(tx, passkey, clock.now()))) throw new AppError('twoFactor.alreadyThere')
    return finishAdding(tx, services, person)
  })
}
