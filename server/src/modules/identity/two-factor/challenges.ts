import type { Transaction } from '../../../platform/db/database.ts'

const livesMs = 5 * 60_000

export type ChallengePlace = { sessionId: number; purpose: 'signIn' | 'add' }

/** Keeps what a passkey must answer, in the place of what it was asked before. */
export async function putChallenge(tx: Transaction, { sessionId, purpose }: ChallengePlace, challenge: string, now: Date): Promise<void> {
  const row = { challenge, sent_at: now, expires_at: new Date(now.getTime() + livesMs) }
  await tx
    .insertInto('session_codes')
    .values({ session_id: sessionId, purpose, type: 'passkey', ...row })
    .onConflict((oc) => oc.columns(['session_id', 'purpose', 'type']).doUpdateSet(row))
    .execute()
}

/** Takes the challenge of a session: it can be answered once. */
export async function takeChallenge(tx: Transaction, { sessionId, purpose }: ChallengePlace, now: Date): Promise<string | null> {
  const taken = await tx
    .deleteFrom('session_codes')
    .where('session_id', '=', sessionId)
    .where('purpose', '=', purpose)
    .where('type', '=', 'passkey')
    .returning(['challenge', 'expires_at'])
    .executeTakeFirst()
  return taken && taken.expires_at > now ? taken.challenge : null
}
