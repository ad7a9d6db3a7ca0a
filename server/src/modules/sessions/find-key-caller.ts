import type { Endpoint } from '@regie/contract/endpoint.ts'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../platform/app-error.ts'
import { prepared } from '../../platform/db/prepared.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { hashToken } from '../../platform/security/secret-token.ts'
import type { Services } from '../../services.ts'
import { recordKeyUse } from '../identity/users/api-key.ts'
import type { SignInStage } from '@regie/contract/sign-in-stage.ts'
import { rightsOfUser, stageOutsideSession } from '../identity/users/user-standing.ts'
import { customersOf } from './find-caller.ts'

const usedEveryMs = 60_000
// product.md 5.15; counted by each process, so several together allow as many times more.
const perMinute = 600

type KeyRow = { user_id: number; username: string; last_used_at: Date | null; rights: number[]; stage: SignInStage }

const findKey = prepared<KeyRow>(
  'find-key-caller',
  `select k.user_id, u.username, k.last_used_at, ${rightsOfUser}, ${stageOutsideSession('$2')} as stage
  from api_keys k join users u on u.id = k.user_id left join customers c on c.id = u.customer_id
  where k.key_hash = $1 and u.locked_at is null`,
)

export type KeyCallers = {
  /** Who calls with this key; null when it is nobody's (any more). Never remembered: a key that was replaced is refused at the very next call. */
  find(key: string, request: Pick<FastifyRequest, 'ip'>): Promise<Caller | null>
}

/** Programs that call with `Authorization: Bearer`: they act as their user, and no longer than that user could sign in. What they may not do stands in `refuseKey`. */
export function openKeyCallers({ pool, db, clock }: Pick<Services, 'pool' | 'db' | 'clock'>): KeyCallers {
  const calls = new Map<number, { minute: number; count: number }>()
  // A request asks more than once who calls: after waiting for its turn, and while a file leaves.
  const counted = new WeakSet<object>()

  function countCall(userId: number, now: number) {
    const minute = Math.floor(now / 60_000)
    const before = calls.get(userId)
    const count = before?.minute === minute ? before.count + 1 : 1
    calls.set(userId, { minute, count })
    if (count > perMinute) throw new AppError('error.tooManyRequests')
  }

  return {
    async find(key, request) {
      const keyHash = hashToken(key)
      const now = clock.now()
      const [row] = await findKey(pool, [keyHash, now])
      if (!row) return null
      if (!counted.has(request)) countCall(row.user_id, now.getTime())
      counted.add(request)
      if (!row.last_used_at || now.getTime() - row.last_used_at.getTime() > usedEveryMs) await recordKeyUse(db, keyHash, request.ip, now)
      const { user_id: userId, username, rights, stage } = row
      return { userId, username, rights, stage, sessionId: null, customerIds: customersOf(rights) }
    },
  }
}

const administration = /^\/(login|account|users|rights|audit|maintenance)(\/|$)|\/sign-in$/

/**
 * Keys are for data, not for administration: one that leaked must not become a password, a second factor, another key, an account or a right.
 * Who calls with his session passes.
 */
export function refuseKey({ method, path }: Pick<Endpoint, 'method' | 'path'>, caller: Caller | null): void {
  if (caller?.sessionId === null && method !== 'GET' && administration.test(path)) throw new AppError('error.notByKey')
}
