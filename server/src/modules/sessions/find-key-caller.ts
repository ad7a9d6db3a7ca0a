import type { Endpoint } from '@regie/contract/endpoint.ts'
import { isOpenToMachines, machineKeyCallsPerMinute } from '@regie/contract/machine-keys.ts'
import type { SignInStage } from '@regie/contract/sign-in-stage.ts'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../platform/app-error.ts'
import { prepared } from '../../platform/db/prepared.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { hashToken, isSameSecret } from '../../platform/security/secret-token.ts'
import type { Services } from '../../services.ts'
import { isInAddresses } from '../identity/machine-keys/address-list.ts'
import { findMachineKey } from '../identity/machine-keys/machine-key-queries.ts'
import { prefixOfKey } from '../identity/machine-keys/machine-key-secret.ts'
import { recordMachineKeyRefused, recordMachineKeyUse } from '../identity/machine-keys/machine-key-use.ts'
import { recordKeyUse } from '../identity/users/api-key.ts'
import { rightsOfKey, rightsOfUser, stageOutsideSession } from '../identity/users/user-standing.ts'
import { customersOf } from './find-caller.ts'

const usedEveryMs = 60_000

type KeyRow = { user_id: number; username: string; last_used_at: Date | null; rights: number[]; stage: SignInStage }
type MachineRow = KeyRow & {
  id: number
  customer_id: number
  key_hash: Buffer
  own_rights: number[]
  addresses: string[]
  refused_at: Date | null
}
type Asking = Pick<FastifyRequest, 'ip'>

const findKey = prepared<KeyRow>(
  'find-key-caller',
  `select k.user_id, u.username, k.last_used_at, ${rightsOfUser}, ${stageOutsideSession('$2')} as stage
  from api_keys k join users u on u.id = k.user_id left join customers c on c.id = u.customer_id
  where k.key_hash = $1 and u.locked_at is null`,
)
const findMachine = prepared<MachineRow>('find-machine-caller', findMachineKey)

export type KeyCallers = {
  /** Who calls with this key; null when it is nobody's (any more). Never remembered: a key that was replaced is refused at the very next call. */
  find(key: string, request: Asking): Promise<Caller | null>
}

/**
 * Programs that call with `Authorization: Bearer`. With the key of a user they act as that user, and no longer than they could sign in; with a key of
 * their own, as the machine that it stands for. What they may not do stands in `refuseKey`.
 */
export function openKeyCallers({ pool, db, clock }: Pick<Services, 'pool' | 'db' | 'clock'>): KeyCallers {
  const calls = new Map<number, { minute: number; count: number }>()
  // A request asks more than once who calls: after waiting for its turn, and while a file leaves.
  const counted = new WeakSet<object>()

  // product.md 5.15; counted by each process, so several together allow as many times more.
  function countCall(userId: number, request: Asking, now: number) {
    if (counted.has(request)) return
    counted.add(request)
    const minute = Math.floor(now / 60_000)
    const before = calls.get(userId)
    const count = before?.minute === minute ? before.count + 1 : 1
    calls.set(userId, { minute, count })
    if (count > machineKeyCallsPerMinute)
      throw new AppError('error.tooManyRequests', { params: { seconds: Math.ceil(((minute + 1) * 60_000 - now) / 1000) } })
  }

  async function findOfUser(key: string, request: Asking): Promise<Caller | null> {
    const keyHash = hashToken(key)
    const now = clock.now()
    const [row] = await findKey(pool, [keyHash, now])
    if (!row) return null
    countCall(row.user_id, request, now.getTime())
    if (isLongAgo(row.last_used_at, now)) await recordKeyUse(db, keyHash, request.ip, now)
    const { user_id: userId, username, rights, stage } = row
    return { userId, username, rights, stage, sessionId: null, customerIds: customersOf(rights) }
  }

  async function findOfMachine(prefix: string, key: string, request: Asking): Promise<Caller | null> {
    const now = clock.now()
    const [row] = await findMachine(pool, [prefix, now])
    if (!row || !isSameSecret(row.key_hash, hashToken(key))) return null
    countCall(row.user_id, request, now.getTime())
    // Who has the whole key is told what is wrong with where he stands, so that a machine that moved is not looked for in vain.
    if (!isInAddresses(row.addresses, request.ip)) {
      if (isLongAgo(row.refused_at, now)) await recordMachineKeyRefused(db, row.id, request.ip, now)
      throw new AppError('machineKey.addressRefused')
    }
    const rights = rightsOfKey({ rights: row.own_rights, customerId: row.customer_id }, row.rights)
    if (rights.length === 0) return null
    if (isLongAgo(row.last_used_at, now)) await recordMachineKeyUse(db, row.id, request.ip, now)
    const { user_id: userId, username, stage } = row
    return { userId, username, rights, stage, sessionId: null, isMachine: true, customerIds: customersOf(rights) }
  }

  return {
    find(key, request) {
      const prefix = prefixOfKey(key)
      return prefix === null ? findOfUser(key, request) : findOfMachine(prefix, key, request)
    },
  }
}

const isLongAgo = (at: Date | null, now: Date) => !at || now.getTime() - at.getTime() > usedEveryMs

const administration = /^\/(login|account|users|rights|audit|maintenance|machine-keys)(\/|$)|\/sign-in$/

/**
 * Keys are for data, not for administration: one that leaked must not become a password, a second factor, another key, an account or a right.
 * Who calls with his session passes.
 */
export function refuseKey(endpoint: Pick<Endpoint, 'method' | 'path' | 'access'>, caller: Caller | null): void {
  if (caller?.sessionId !== null) return
  const isRefused = caller.isMachine ? !isOpenToMachines(endpoint) : endpoint.method !== 'GET' && administration.test(endpoint.path)
  if (isRefused) throw new AppError('error.notByKey')
}
