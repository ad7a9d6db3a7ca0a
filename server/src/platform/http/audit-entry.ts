import { allEndpoints } from '@regie/contract/all-endpoints.ts'
import type { Endpoint } from '@regie/contract/endpoint.ts'
import type { ErrorCode } from '@regie/contract/error-codes.ts'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../app-error.ts'
import type { Actor } from '../db/scope.ts'
import type { Caller } from './caller.ts'
import { printable } from './printable.ts'

/** What a request did, for the audit log: which user, from where, and to what. */
export type AuditEntry = {
  actor: Actor
  /** A read leaves its line always; a change only when the rows that it changed left none. */
  isRead: boolean
  entity: string | null
  entityId: string | null
  /** Null when the request does not tell; then it is looked up among the customers that the caller serves. */
  customerId: number | null
  customerIds: readonly number[]
  /** The other ids that the request named. */
  about: Record<string, unknown> | null
}

/** Keeps an entry durably. The answer waits for it. */
export type RecordAuditEntry = (entry: AuditEntry) => Promise<void>

export type EntryRecorder = {
  record: RecordAuditEntry
  /** A read has begun that leaves an entry; what this answers is called when it has ended. */
  expect(): () => void
}

const names = new Map(Object.entries(allEndpoints).map(([name, endpoint]) => [endpoint, name]))

/** Whether calls to this endpoint stand in the audit log when they succeed. */
export function isAudited({ method, audited, asksOnly, renews }: Endpoint): boolean {
  return (method !== 'GET' && asksOnly !== true && renews !== true) || audited === true
}

/** Who makes this request, from where, and what it is called. */
export function actorOf(request: FastifyRequest, endpoint: Endpoint): Actor {
  const { caller } = request
  return {
    userId: caller?.userId ?? null,
    username: caller ? printable(caller.username) : null,
    via: caller ? (caller.sessionId === null ? 'apiKey' : 'session') : 'public',
    address: printable(request.ip),
    requestId: request.id,
    action: names.get(endpoint) ?? `${endpoint.method} ${endpoint.path}`,
  }
}

const refusals: readonly string[] = ['error.rightMissing', 'error.notByKey', 'right.notYours'] satisfies ErrorCode[]

/** A change that somebody tried and was not allowed to make; null when it is no such thing. */
export function refusedEntryOf(endpoint: Endpoint, request: FastifyRequest, error: unknown): AuditEntry | null {
  const { caller } = request
  if (!caller || endpoint.method === 'GET' || !(error instanceof AppError) || !refusals.includes(error.code)) return null
  const actor = actorOf(request, endpoint)
  const params = Object.fromEntries(Object.entries(request.params ?? {}).map(([key, value]) => [key, Number(value)]))
  const entry = auditEntryOf(endpoint, { ...actor, action: 'access.refused' }, caller, { params, query: {}, body: {} }, {})
  return { ...entry, about: { ...entry.about, call: actor.action, error: error.code } }
}

type Parts = { params: unknown; query: unknown; body: unknown }

/** The entry of a call that succeeded: the first id of its path is what it was done to. */
export function auditEntryOf(
  endpoint: Endpoint,
  actor: Actor,
  caller: Caller | null,
  { params, query, body }: Parts,
  answer: unknown,
): AuditEntry {
  const inPath = Object.entries(idsIn(params))
  const [first, ...others] = inPath
  const { customerID, ...rest } = { ...Object.fromEntries(others), ...idsIn(query), ...idsIn(body) }
  const served = caller?.customerIds ?? []
  const named = customerID ?? customerOf(answer) ?? (first?.[0] === 'customerID' ? first[1] : served.length === 1 ? served[0] : null)
  return {
    actor,
    isRead: endpoint.method === 'GET' || endpoint.asksOnly === true,
    entity: first ? first[0].replace(/ID$/, '') : null,
    entityId: first ? String(first[1]) : null,
    customerId: typeof named === 'number' ? named : null,
    customerIds: served,
    about: Object.keys(rest).length > 0 ? rest : null,
  }
}

/** Asked of the whole answer, which may have 50 fields: only this one is looked at. */
const customerOf = (answer: unknown) => (answer as { customerID?: unknown } | null | undefined)?.customerID

/** The ids among the parts of a request, and the path's other names, such as a type or a code. Never what somebody wrote. */
function idsIn(part: unknown): Record<string, unknown> {
  if (typeof part !== 'object' || part === null) return {}
  return Object.fromEntries(
    Object.entries(part).filter(
      ([key, value]) =>
        /(ID|IDs|Id)$/.test(key) && (Number.isSafeInteger(value) || (Array.isArray(value) && value.length <= 100 && value.every(isNumber))),
    ),
  )
}

const isNumber = (value: unknown) => typeof value === 'number'
