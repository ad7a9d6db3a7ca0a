import type { SignInStage } from '@regie/contract/sign-in-stage.ts'
import { publish } from '../../live/publish.ts'
import { leaveEverywhere } from '../teams/keep-agents.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { hashToken, newToken } from '../../platform/security/secret-token.ts'

export const sessionIdleMs = 60 * 60_000
const sessionMaxMs = 12 * 60 * 60_000
/** Who stopped half-way with signing in begins anew. */
const halfWayMaxMs = 30 * 60_000
const userAgentMax = 400

export type NewSession = {
  userId: number
  stage: SignInStage
  userAgent: string
  address: string
  /** The provider of single sign-on vouched for a second factor. */
  providerFactor?: boolean
  /** Single sign-on opened it: a password of ours plays no part in it. */
  byProvider?: boolean
}

/** Opens a session and returns its secret, of which only the hash is kept. Always a new one, so that nobody can plant his own. */
export async function insertSession(tx: Transaction, session: NewSession, now: Date): Promise<string> {
  const { secret, row } = newSession(session, now)
  await tx.insertInto('sessions').values(row).execute()
  await tx.deleteFrom('sessions').where('user_id', '=', session.userId).where('expires_at', '<=', now).execute()
  return secret
}

/** A session that is yet to be written, with its secret. */
export function newSession({ userId, stage, userAgent, address, providerFactor = false, byProvider = false }: NewSession, now: Date) {
  const secret = newToken()
  const row = {
    secret_hash: hashToken(secret),
    user_id: userId,
    stage,
    user_agent: userAgent.slice(0, userAgentMax),
    address,
    provider_factor: providerFactor,
    by_provider: byProvider,
    created_at: now,
    seen_at: now,
    confirmed_at: now,
    expires_at: expiryOf(stage, now),
  }
  return { secret, row }
}

/** Brings a session to its next stage, or keeps it there after a step: always under a new secret, so that one that leaked before opens nothing more. */
export async function advanceSession(tx: Transaction, sessionId: number, stage: SignInStage, now: Date): Promise<string> {
  const secret = newToken()
  await tx
    .updateTable('sessions')
    .set({ secret_hash: hashToken(secret), stage, seen_at: now, confirmed_at: now, expires_at: expiryOf(stage, now) })
    .where('id', '=', sessionId)
    .returning('id')
    .executeTakeFirstOrThrow()
  return secret
}

const expiryOf = (stage: SignInStage, now: Date) => new Date(now.getTime() + (stage === 'full' ? sessionMaxMs : halfWayMaxMs))

/** Ends the session of a secret, here and on every socket. */
export async function removeSession(tx: Transaction, secret: string, now: Date): Promise<void> {
  const ended = await tx.deleteFrom('sessions').where('secret_hash', '=', hashToken(secret)).returning('user_id').executeTakeFirst()
  if (!ended) return
  await leaveEverywhere(tx, ended.user_id, now)
  await publish(tx, { kind: 'session.ended', userId: ended.user_id })
}

/** Ends one session of a user; false when he has no such session. */
export async function removeSessionById(tx: Transaction, userId: number, sessionId: number): Promise<boolean> {
  const ended = await tx.deleteFrom('sessions').where('id', '=', sessionId).where('user_id', '=', userId).returning('id').executeTakeFirst()
  if (ended) await publish(tx, { kind: 'session.ended', userId })
  return ended !== undefined
}

export async function touchSession(db: Db, secretHash: Buffer, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ seen_at: now }).where('secret_hash', '=', secretHash).execute()
}
