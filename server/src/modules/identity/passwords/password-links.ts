import type { Db, Transaction } from '../../../platform/db/database.ts'
import { hashToken, newToken } from '../../../platform/security/secret-token.ts'

export type PasswordLinkKind = 'reset' | 'invite'

const livesMs: Record<PasswordLinkKind, number> = { reset: 60 * 60_000, invite: 7 * 24 * 60 * 60_000 }

type NewLink = { userId: number; kind: PasswordLinkKind; sentTo: string; now: Date }

/** A link with which a user chooses his password, once; every former link of his is void. Returns the token of its path, of which only the hash is kept. */
export async function createPasswordLink(tx: Transaction, { userId, kind, sentTo, now }: NewLink): Promise<string> {
  await voidPasswordLinks(tx, userId)
  const token = newToken(32)
  await tx
    .insertInto('password_links')
    .values({
      token_hash: hashToken(token),
      user_id: userId,
      kind,
      sent_to: sentTo,
      created_at: now,
      expires_at: new Date(now.getTime() + livesMs[kind]),
    })
    .execute()
  return token
}

/** The page that a link leads to. Its address is the configured one, never what a request says of itself. */
export function passwordLinkUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/change/${token}`
}

export async function voidPasswordLinks(tx: Transaction, userId: number): Promise<void> {
  await tx.deleteFrom('password_links').where('user_id', '=', userId).execute()
}

/** Whose a link is, while it counts: in time, sent to the address that the user still has, and he is not locked. */
export function findPasswordLink(db: Db, token: string, now: Date) {
  return db
    .selectFrom('password_links as l')
    .innerJoin('staff as u', 'u.id', 'l.user_id')
    .select(['l.token_hash', 'l.user_id', 'l.kind', 'u.username'])
    .where('l.token_hash', '=', hashToken(token))
    .where('l.expires_at', '>', now)
    .where('u.locked_at', 'is', null)
    .whereRef('u.email', '=', 'l.sent_to')
    .executeTakeFirst()
}

/** Takes a link away and answers the user it is for; undefined when another call took it first. */
export async function takePasswordLink(tx: Transaction, tokenHash: Buffer): Promise<number | undefined> {
  const taken = await tx.deleteFrom('password_links').where('token_hash', '=', tokenHash).returning('user_id').executeTakeFirst()
  return taken?.user_id
}

/** Forgets links that ended before this moment. */
export async function sweepPasswordLinks(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('password_links').where('expires_at', '<=', before).execute()
}
