import { publish } from '../../live/publish.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { hashToken, newToken } from '../../platform/security/secret-token.ts'

export const sessionIdleMs = 60 * 60_000
const sessionMaxMs = 12 * 60 * 60_000

/** Opens a session and returns its secret, of which only the hash is kept. Always a new one, so that nobody can plant his own. */
export async function insertSession(tx: Transaction, userId: number, now: Date): Promise<string> {
  const secret = newToken()
  await tx
    .insertInto('sessions')
    .values({
      secret_hash: hashToken(secret),
      user_id: userId,
      created_at: now,
      seen_at: now,
      expires_at: new Date(now.getTime() + sessionMaxMs),
    })
    .execute()
  await tx.deleteFrom('sessions').where('user_id', '=', userId).where('expires_at', '<=', now).execute()
  return secret
}

/** Ends the session of a secret, here and on every socket. */
export async function removeSession(tx: Transaction, secret: string): Promise<void> {
  const ended = await tx.deleteFrom('sessions').where('secret_hash', '=', hashToken(secret)).returning('user_id').executeTakeFirst()
  if (ended) await publish(tx, { kind: 'session.ended', userId: ended.user_id })
}

export async function touchSession(db: Db, secretHash: Buffer, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ seen_at: now }).where('secret_hash', '=', secretHash).execute()
}
