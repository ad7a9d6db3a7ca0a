import { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { type Access, type BudgetKind, type Endpoint, mayCall } from '@regie/contract/endpoint.ts'
import type { SignInStage } from '@regie/contract/sign-in-stage.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { AppError } from '../app-error.ts'
import { type Actor, withAllCustomers, withCustomers } from '../db/scope.ts'
import { allowList } from './allow-list.ts'
import type { Caller } from './caller.ts'
import { actorOf, auditEntryOf, isAudited, type EntryRecorder, type RecordAuditEntry, refusedEntryOf } from './audit-entry.ts'
import { type FindLastSave, savedRowsOf, withLastSave } from './last-save.ts'
import { guardedStream } from './guarded-stream.ts'
import { mustComeFromUs } from './origin-check.ts'
import { readRequest } from './read-request.ts'
import type { FileReply, Route } from './route.ts'
import { readUpload } from './upload.ts'
import type { EnterBudget } from './request-budget.ts'
import { type KeptAnswer, type Repeats, repeatKeyOf } from './repeats.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
  }
}

/** Who makes this request, read from its cookie; null when nobody is signed in. */
export type FindCaller = (request: FastifyRequest) => Promise<Caller | null>

type Mounting<S> = {
  /** What handlers of requests of this kind reach the world with: their connections are those of their kind. */
  servicesOf: (kind: BudgetKind) => S
  /** Where a signed-in user's request waits for its turn; without it nobody waits. */
  enterBudget?: EnterBudget
  findCaller: FindCaller
  publicUrl: string
  /** A client that takes nothing of a file for so long is cut off. */
  stalledExportMs: number
  /** Writes down who did what; without it nothing is. */
  entries?: EntryRecorder
  /** The same for changes that somebody was not allowed to make. */
  recordRefusal?: RecordAuditEntry
  /** Who saved what a change met instead of what it began from; without it nobody is named. */
  findLastSave?: FindLastSave
  /** Tests of the second wall: handlers get this caller, the database goes on to serve the true one. */
  widenCaller?: (caller: Caller) => Promise<Caller>
  /** May refuse a call before anything else is asked of it; the caller is null where nobody is asked for. */
  gate?: (endpoint: Endpoint, caller: Caller | null) => void
  /** Answers that are given again to a request that comes twice with the same key. */
  repeats?: Repeats
  /** Tests hold every answer against the contract, value by value. */
  checksAnswers?: boolean
}

const waitedMs = 100

/** Puts the endpoints below the instance's prefix. The order of the gates: origin, session, right, input, handler, answer. */
export function mountRoutes<S>(api: FastifyInstance, routes: readonly Route<S>[], mounting: Mounting<S>) {
  for (const route of routes) mountRoute(api, route, mounting)
}

function mountRoute<S>(
  api: FastifyInstance,
  { endpoint, perMinute, bytesMax, handle }: Route<S>,
  {
    servicesOf,
    enterBudget,
    findCaller,
    publicUrl,
    stalledExportMs,
    entries,
    recordRefusal,
    findLastSave,
    widenCaller,
    gate,
    repeats,
    checksAnswers = false,
  }: Mounting<S>,
) {
  const shape = shapeOf(endpoint, checksAnswers)
  const kindOf = kindFinder(endpoint)
  const callerOf = (request: FastifyRequest) => withAllCustomers(() => findCaller(request))
  const mustMay = (caller: Caller | null, access: Exclude<Access, 'public'>) => {
    gate?.(endpoint, caller)
    mustHold(caller, access)
  }
  const mustStillMay = async (request: FastifyRequest) => {
    if (endpoint.access === 'public') return
    const now = await callerOf(request)
    mustMay(now, endpoint.access)
    if (request.caller?.rights.some((right) => !now?.rights.includes(right))) throw new AppError('error.rightMissing')
  }
  const run = handle as (services: S, request: object) => unknown
  api.route({
    method: endpoint.method,
    url: endpoint.path,
    ...(bytesMax !== undefined && { bodyLimit: bytesMax }),
    ...(perMinute !== undefined && { config: { rateLimit: { max: perMinute, timeWindow: 60_000 } } }),
    async onRequest(request, reply) {
      mustComeFromUs(request, publicUrl)
      if (endpoint.access === 'public') return gate?.(endpoint, null)
      // Known before the right is asked: a refusal is written down with who it was.
      request.caller = await callerOf(request)
      mustMay(request.caller, endpoint.access)
      if (!request.caller || !enterBudget) return
      const arrivedAt = performance.now()
      await enterBudget(kindOf(request), request.caller.userId, reply)
      // Rights count when the work begins, and it may have waited for its turn.
      if (performance.now() - arrivedAt <= waitedMs) return
      request.caller = await callerOf(request)
      mustMay(request.caller, endpoint.access)
    },
    async onError(request, _reply, error) {
      const entry = refusedEntryOf(endpoint, request, error)
      if (entry) await recordRefusal?.(entry)
    },
    async handler(request, reply) {
      const services = servicesOf(kindOf(request))
      const given = { params: request.params, query: request.query, body: request.body }
      const upload = endpoint.upload ? await readUpload(request) : null
      const parts = readRequest(endpoint, upload ? { ...given, body: upload.fields } : given)
      try {
        const { caller } = request
        const actor = isAudited(endpoint) ? actorOf(request, endpoint) : null
        const asked = { ...parts, caller: caller && widenCaller ? await widenCaller(caller) : caller, request, reply }
        const act = async () => {
          const endRead = actor && endpoint.method === 'GET' ? entries?.expect() : undefined
          const work = () => run(services, { ...asked, ...(upload && { file: upload.file }) })
          const answer = await serving(endpoint, caller, actor, async () => work()).finally(endRead)
          if (actor && reply.statusCode < 400) await entries?.record(auditEntryOf(endpoint, actor, caller, parts, answer))
          return answer
        }
        const key = caller && repeats && mayRepeat(endpoint) ? repeatKeyOf(request.headers['idempotency-key']) : null
        if (key === null || !caller || !repeats)
          return sendAnswer(reply, endpoint, shape, await act(), { mustStillMay: () => mustStillMay(request), stalledExportMs })
        const says = `${endpoint.method} ${request.url}\n${JSON.stringify(request.body ?? null)}`
        return sendKept(
          reply,
          await repeats.once({ userId: caller.userId, key, says, rights: caller.rights }, async () =>
            keptAnswer(reply, shape, await act()),
          ),
        )
      } catch (error) {
        const { savedAs } = endpoint
        if (!savedAs || !findLastSave || !(error instanceof AppError) || error.code !== 'error.conflict') throw error
        const saved = savedRowsOf(actorOf(request, endpoint).action, savedAs, parts.params, error.current)
        throw await serving(endpoint, request.caller, null, () => withLastSave(error, saved, findLastSave))
      } finally {
        // What a refused upload still has to say is let go, so that the browser gets to read the refusal.
        upload?.letGo()
      }
    },
  })
}

/** What kind of work a request is; for some endpoints its query decides. */
function kindFinder({ budget = 'screen', analysisWith }: Endpoint): (request: FastifyRequest) => BudgetKind {
  if (analysisWith === undefined) return () => budget
  return ({ query }) => (Object.hasOwn(query as object, analysisWith) ? 'analysis' : budget)
}

/** The rows that a handler can see: those of the caller's customers; before anybody has signed in, whatever the use-case looks for. */
function serving<T>(endpoint: Endpoint, caller: Caller | null, actor: Actor | null, work: () => T): T {
  if (!caller) return withAllCustomers(work, { actor })
  // Endpoints without a right are about the caller himself: his own row belongs to them, wherever his home is. Others that read do without, so that
  // the user need not be set on each connection.
  const onlyReads = endpoint.method === 'GET'
  const isAboutHimself = (actor !== null && !onlyReads) || typeof endpoint.access !== 'object' || !('right' in endpoint.access)
  return withCustomers(caller.customerIds, work, { userId: isAboutHimself ? caller.userId : null, actor, onlyReads })
}

function mustHold(caller: Caller | null, access: Exclude<Access, 'public'>) {
  // Who still owes his code is nobody yet.
  if (!caller || (caller.stage === 'otp' && !isFor(access, 'otp'))) throw new AppError('login.required')
  if (isFor(access, caller.stage)) return
  if (caller.stage === '2faSetup') throw new AppError('login.twoFactorRequired')
  if (caller.stage === 'passwordExpired') throw new AppError('login.passwordExpired')
  if (access === 'loggedIn') return
  if (!mayCall(caller.rights, { access })) throw new AppError('error.rightMissing')
}

const isFor = (access: Exclude<Access, 'public'>, stage: SignInStage) =>
  typeof access === 'object' && 'stages' in access && access.stages.includes(stage)

type Shape = (answer: unknown) => unknown

function shapeOf({ response }: Endpoint, checksAnswers: boolean): Shape | null {
  if (!response) return null
  return checksAnswers ? (answer) => z.parse(response, answer) : allowList(response)
}

type Sending = { mustStillMay: () => Promise<void>; stalledExportMs: number }

function sendAnswer(
  reply: FastifyReply,
  endpoint: Endpoint,
  shape: Shape | null,
  answer: unknown,
  { mustStillMay, stalledExportMs }: Sending,
) {
  if (isFile(answer)) {
    // A client that takes nothing is cut off; the socket itself knows whether it takes something.
    if (reply.raw.socket instanceof Socket) reply.raw.socket.setTimeout(stalledExportMs)
    const stream = guardedStream(answer.stream, mustStillMay)
    return sendFile(reply, endpoint.file ?? 'application/octet-stream', { ...answer, stream })
  }
  if (!shape) return reply.code(204).send()
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(shape(answer)))
}

/** Files are streams and uploads come in one: neither is kept. Signing in and the account have secrets that are shown once. */
const mayRepeat = ({ method, access, file, upload, tellsSecret }: Endpoint) =>
  method === 'POST' && file === undefined && !upload && !tellsSecret && typeof access === 'object' && 'right' in access

function keptAnswer(reply: FastifyReply, shape: Shape | null, answer: unknown): KeptAnswer {
  return shape ? { status: reply.statusCode, body: JSON.stringify(shape(answer)) } : { status: 204, body: '' }
}

function sendKept(reply: FastifyReply, { status, body }: KeptAnswer) {
  if (body === '') return reply.code(status).send()
  return reply.code(status).type('application/json; charset=utf-8').send(body)
}

function sendFile(reply: FastifyReply, mediaType: string, { fileName, stream, policy }: FileReply) {
  if (policy !== undefined)
    return reply
      .header('content-security-policy', policy)
      .header('x-frame-options', 'SAMEORIGIN')
      .type(`${mediaType}; charset=utf-8`)
      .send(stream)
  const plain = fileName.replace(/[^\w .-]/g, '_')
  return reply
    .header('content-disposition', `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(fileName)}`)
    .type(mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType)
    .send(stream)
}

function isFile(answer: unknown): answer is FileReply {
  return typeof answer === 'object' && answer !== null && 'stream' in answer && answer.stream instanceof Readable
}
