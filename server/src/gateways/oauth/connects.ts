import type { Config } from '../../platform/config.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { decrypt, encrypt } from '../../platform/security/encryption.ts'
import { hashToken } from '../../platform/security/secret-token.ts'

const livesMs = 10 * 60_000

/** Somebody who is on the way to the service: which provider they connect, as it stood, and in which session. */
export type Connect = { customerId: number; providerId: number; providerVersion: number; sessionId: number; verifier: string }

/** Keeps who is on the way; the state comes back with them. */
export async function insertConnect(
  tx: Transaction,
  { secretKey }: Pick<Config, 'secretKey'>,
  { state, ...connect }: Connect & { state: string },
  now: Date,
): Promise<void> {
  await tx
    .insertInto('provider_connects')
    .values({
      state_hash: hashToken(state),
      customer_id: connect.customerId,
      provider_id: connect.providerId,
      provider_version: connect.providerVersion,
      session_id: connect.sessionId,
      verifier: encrypt(secretKey, connect.verifier, purposeOf(state)),
      expires_at: new Date(now.getTime() + livesMs),
    })
    .execute()
}

/** Takes what came back: once, in time, and in the session that began it. Another session leaves it as it is. */
export async function takeConnect(
  db: Db,
  { secretKey }: Pick<Config, 'secretKey'>,
  { state, sessionId }: { state: string; sessionId: number },
  now: Date,
): Promise<Connect | null> {
  const taken = await db
    .deleteFrom('provider_connects')
    .where('state_hash', '=', hashToken(state))
    .where('session_id', '=', sessionId)
    .returningAll()
    .executeTakeFirst()
  if (!taken || taken.expires_at <= now) return null
  return {
    customerId: taken.customer_id,
    providerId: taken.provider_id,
    providerVersion: taken.provider_version,
    sessionId,
    verifier: decrypt(secretKey, taken.verifier, purposeOf(state)),
  }
}

const purposeOf = (state: string) => `connect ${state}`

/** Forgets those who do not come back. */
export async function sweepConnects(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('provider_connects').where('expires_at', '<=', now).execute()
}
