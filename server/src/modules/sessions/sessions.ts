import type { SessionRow } from '@regie/contract/account.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { deviceName } from './device-name.ts'
import { sessionIdleMs } from './session-changes.ts'

/** Where the caller is signed in, the latest used first. Half-way ones do not count: they may do nothing. */
export async function listSessions({ db, clock }: Services, caller: Caller): Promise<SessionRow[]> {
  const now = clock.now()
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'address', 'created_at', 'seen_at'])
    .where('user_id', '=', caller.userId)
    .where('stage', 'in', ['full', '2faSetup'])
    .where('expires_at', '>', now)
    .where('seen_at', '>', new Date(now.getTime() - sessionIdleMs))
    .orderBy('seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
  return rows.map((row) => ({
    sessionID: row.id,
    current: row.id === caller.sessionId,
    device: deviceName(row.user_agent),
    address: row.address,
    startedAt: row.created_at.toISOString(),
    seenAt: row.seen_at.toISOString(),
  }))
}

/** For what only a person in his browser may do. */
export function mustHaveSession(caller: Caller): Caller & { sessionId: number } {
  const { sessionId } = caller
  if (sessionId === null) throw new AppError('error.rightMissing')
  return { ...caller, sessionId }
}
