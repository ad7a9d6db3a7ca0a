import type { Db, Transaction } from '../../../platform/db/database.ts'
import { decrypt, encrypt } from '../../../platform/security/encryption.ts'
import { hashToken } from '../../../platform/security/secret-token.ts'

const livesMs = 10 * 60_000

/** What only we know of an attempt to sign in by a provider. */
type AttemptSecret = {
  verifier: string
  nonce: string
  issuer: string
  clientId: string
  /** Of the browser that began it: the answer counts in that one only, or somebody could sign others in as himself. */
  browserHash: string
}
type Attempt = { state: string; customerId: number; redirect: string; secret: AttemptSecret }

export async function insertAttempt(tx: Transaction, secretKey: Buffer, attempt: Attempt, now: Date): Promise<void> {
  await tx.deleteFrom('sso_attempts').where('expires_at', '<=', now).execute()
  await tx
    .insertInto('sso_attempts')
    .values({
      state_hash: hashToken(attempt.state),
      customer_id: attempt.customerId,
      secret: encrypt(secretKey, JSON.stringify(attempt.secret), purposeOf(attempt.state)),
      redirect: attempt.redirect,
      expires_at: new Date(now.getTime() + livesMs),
    })
    .execute()
}

/** Takes an attempt by the state that came back: once, and in time. */
export async function takeAttempt(db: Db, secretKey: Buffer, state: string, now: Date): Promise<Omit<Attempt, 'state'> | null> {
  const taken = await db
    .deleteFrom('sso_attempts')
    .where('state_hash', '=', hashToken(state))
    .returning(['customer_id', 'secret', 'redirect', 'expires_at'])
    .executeTakeFirst()
  if (!taken || taken.expires_at <= now) return null
  const secret = JSON.parse(decrypt(secretKey, taken.secret, purposeOf(state))) as AttemptSecret
  return { customerId: taken.customer_id, redirect: taken.redirect, secret }
}

const purposeOf = (state: string) => `sign-in attempt ${state}`

/** Forgets attempts that nobody can finish any more. */
export async function sweepAttempts(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('sso_attempts').where('expires_at', '<=', now).execute()
}
