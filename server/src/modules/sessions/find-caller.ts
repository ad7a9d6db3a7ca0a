import { customerOfRight } from '@regie/contract/right-codes.ts'
import type { SignInStage } from '@regie/contract/sign-in-stage.ts'
import { prepared } from '../../platform/db/prepared.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { hashToken } from '../../platform/security/secret-token.ts'
import type { Services } from '../../services.ts'
import { hasExpiredPassword, hasOwnFactor, rightsOfUser } from '../identity/users/user-standing.ts'
import { sessionIdleMs, touchSession } from './session-changes.ts'

// Often enough for an hour of idleness, seldom enough to cost nothing.
const touchEveryMs = 60_000

export type SessionRow = { id: number; user_id: number; username: string; seen_at: Date; stage: SignInStage; rights: number[] }

// A living session with its user and his rights. Asked for with every call, so that a right taken away counts at once; and so does an organisation that
// begins to demand a second factor: who is in without one goes no further, nor does who is in by a password that has expired since. When it no longer demands one, who was only asked to set it up is in.
export const livingSessions = (which: string) =>
  `select s.id, s.user_id, u.username, s.seen_at, ${rightsOfUser},
    case
      when s.stage = 'full' and not s.by_provider and ${hasExpiredPassword('$2')} then 'passwordExpired'
      when s.stage = 'full' and c.enforce_two_factor and not s.provider_factor and not f.has_factor then '2faSetup'
      when s.stage = '2faSetup' and not coalesce(c.enforce_two_factor, false) and not f.has_factor then 'full'
      else s.stage
    end as stage
  from sessions s join users u on u.id = s.user_id left join customers c on c.id = u.customer_id
  cross join lateral (select ${hasOwnFactor} as has_factor) f
  where ${which} and s.expires_at > $2 and s.seen_at > $3 and u.locked_at is null`

const findSession = prepared<SessionRow>('find-caller', livingSessions('s.secret_hash = $1'))

/** Who holds this session secret, with the rights of this moment; null when it opens nothing (any more). Looking does not lengthen the session. */
export async function findCaller(services: Pick<Services, 'pool' | 'clock'>, secret: string | undefined): Promise<Caller | null> {
  return (await lookUp(services, secret))?.caller ?? null
}

/** The same for a call that somebody makes: an hour without one ends the session. */
export async function findActiveCaller(
  services: Pick<Services, 'pool' | 'db' | 'clock'>,
  secret: string | undefined,
): Promise<Caller | null> {
  const found = await lookUp(services, secret)
  if (!found) return null
  const now = services.clock.now()
  if (now.getTime() - found.seenAt.getTime() > touchEveryMs) await touchSession(services.db, found.secretHash, now)
  return found.caller
}

async function lookUp({ pool, clock }: Pick<Services, 'pool' | 'clock'>, secret: string | undefined) {
  if (!secret) return null
  const now = clock.now()
  const secretHash = hashToken(secret)
  const [session] = await findSession(pool, [secretHash, now, new Date(now.getTime() - sessionIdleMs)])
  if (!session) return null
  return { caller: callerOf(session), secretHash, seenAt: session.seen_at }
}

export const callerOf = ({ id: sessionId, user_id: userId, username, rights, stage }: SessionRow): Caller => ({
  userId,
  username,
  rights,
  stage,
  sessionId,
  customerIds: customersOf(rights),
})

/** The customers that rights of type 5 stand for. */
export const customersOf = (rights: readonly number[]) => rights.map(customerOfRight).filter((id) => id !== null)
