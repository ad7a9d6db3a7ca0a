import { createHmac, randomInt } from 'node:crypto'
import type { SentFactorType } from '@regie/contract/two-factor.ts'
import type { Db, Transaction } from '../../../platform/db/database.ts'
import { isSameSecret } from '../../../platform/security/secret-token.ts'

/** What a code that we send is for; it counts for nothing else, and in its own session only. */
export type CodePurpose = 'signIn' | 'add' | 'remove'
export type CodePlace = { sessionId: number; purpose: CodePurpose; type: SentFactorType }

const livesMs = 10 * 60_000
/** Wrong ones after which a code is dead. */
export const triesMax = 5

/** Keeps the hash of a new code in the place of a former one, and returns the code: six digits. */
export async function putCode(tx: Transaction, secretKey: Buffer, place: CodePlace, target: string, now: Date): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const row = {
    code_hash: hashOf(secretKey, place, code),
    target,
    tries: 0,
    sent_at: now,
    expires_at: new Date(now.getTime() + livesMs),
  }
  await tx
    .insertInto('session_codes')
    .values({ session_id: place.sessionId, purpose: place.purpose, type: place.type, ...row })
    .onConflict((oc) => oc.columns(['session_id', 'purpose', 'type']).doUpdateSet(row))
    .execute()
  return code
}

/** The codes of a session that were sent for this and may still be given. */
export function findCodes(db: Db, { sessionId, purpose }: Pick<CodePlace, 'sessionId' | 'purpose'>, now: Date) {
  return db
    .selectFrom('session_codes')
    .select(['type', 'code_hash', 'target', 'tries', 'sent_at'])
    .where('session_id', '=', sessionId)
    .where('purpose', '=', purpose)
    .where('type', 'in', ['sms', 'email'])
    .where('expires_at', '>', now)
    .execute()
}

/** Is this the code whose hash was kept? */
export function isCode(secretKey: Buffer, place: CodePlace, kept: Buffer | null, code: string): boolean {
  return kept !== null && isSameSecret(kept, hashOf(secretKey, place, code))
}

export async function removeCodes(tx: Transaction, { sessionId, purpose }: Pick<CodePlace, 'sessionId' | 'purpose'>): Promise<void> {
  await tx.deleteFrom('session_codes').where('session_id', '=', sessionId).where('purpose', '=', purpose).execute()
}

export async function removeCode(tx: Transaction, { sessionId, purpose, type }: CodePlace): Promise<void> {
  await tx.deleteFrom('session_codes').where('session_id', '=', sessionId).where('purpose', '=', purpose).where('type', '=', type).execute()
}

/** Counts a try before it is verified, and holds the code meanwhile; null when there is none to give any more. */
export async function countTry(tx: Transaction, { sessionId, purpose, type }: CodePlace, now: Date): Promise<number | null> {
  const row = await tx
    .updateTable('session_codes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('session_id', '=', sessionId)
    .where('purpose', '=', purpose)
    .where('type', '=', type)
    .where('expires_at', '>', now)
    .returning('tries')
    .executeTakeFirst()
  return row?.tries ?? null
}

// Keyed: of six digits a plain hash is no secret.
const hashOf = (secretKey: Buffer, { sessionId, purpose, type }: CodePlace, code: string) =>
  createHmac('sha256', secretKey).update(`code:${sessionId}:${purpose}:${type}:${code}`).digest()

/** Forgets codes that no longer count. */
export async function sweepCodes(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('session_codes').where('expires_at', '<=', now).execute()
}
