import { publish } from '../../../live/publish.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Services } from '../../../services.ts'
import { goOnSigningIn } from './next-session.ts'
import type { Person } from '../../identity/two-factor/prove-yourself.ts'
import { countRecoveryCodes, renewRecoveryCodes } from '../../identity/two-factor/recovery-codes.ts'
import { removeCodes } from '../../identity/two-factor/sent-codes.ts'
import { notifyOwner } from '../../identity/users/notify-owner.ts'

export type Added = {
  /** Shown once, with the first factor. */
  recoveryCodes: string[] | null
  /** Of the session, when setting up was what it waited for. */
  secret: string | null
}

/** What follows when a factor was added: recovery codes with the first one, and the way in for who had to set one up. */
export async function finishAdding(tx: Transaction, services: Services, person: Person): Promise<Added> {
  const { config, clock } = services
  const { userId, sessionId, stage } = person
  await removeCodes(tx, { sessionId, purpose: 'add' })
  await endSessionsWithout(tx, person)
  await notifyOwner(tx, services, userId, 'factorAdded')
  const recoveryCodes = (await countRecoveryCodes(tx, userId)) === 0 ? await renewRecoveryCodes(tx, config.secretKey, userId) : null
  const secret = stage === '2faSetup' ? (await goOnSigningIn(tx, person, clock.now())).secret : null
  return { recoveryCodes, secret }
}

/**
 * Ends what came further with the password alone: half-way sessions, which would go on without the new factor, and all of them where the organisation
 * demands one. Otherwise who knew the password before would still be in, or get in.
 */
async function endSessionsWithout(tx: Transaction, { userId, sessionId, stage }: Person) {
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '!=', sessionId)
    .where('provider_factor', '=', false)
    .$if(stage !== '2faSetup', (query) => query.where('stage', 'in', ['2faSetup', 'passwordExpired']))
    .executeTakeFirstOrThrow()
  if (numDeletedRows > 0n) await publish(tx, { kind: 'session.ended', userId })
}
