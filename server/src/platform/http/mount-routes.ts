import { Readable } from 'node:stream'
import type { Access, Endpoint } from '@regie/contract/endpoint.ts'
import { holdsRight } from '@regie/contract/right-codes.ts'
import type { SignInStage } from '@regie/contract/sign-in-stage.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { AppError } from '../app-error.ts'
import { allowList } from './allow-list.ts'
import type { Caller } from './caller.ts'
import { mustComeFromUs } from './origin-check.ts'
import { readRequest } from './read-request.ts'
import type { FileReply, Route } from './route.ts'
import { readUpload } from './upload.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
  }
}

/** Who makes this request, read from its cookie; null when nobody is signed in. */
export type FindCaller = (request: FastifyRequest) => Promise<Caller | null>

type Mounting<S> = {
  services: S
  findCaller: FindCaller
  publicUrl: string
  /** Tests hold every answer against the contract, value by value. */
  checksAnswers?: boolean
}

/** Puts the endpoints below the instance's prefix. The order of the gates: origin, session, right, input, handler, answer. */
export function mountRoutes<S>(api: FastifyInstance, routes: readonly Route<S>[], mounting: Mounting<S>) {
  for (const route of routes) mountRoute(api, route, mounting)
}

function mountRoute<S>(
  api: FastifyInstance,
  { endpoint, perMinute, bytesMax, handle }: Route<S>,
  { services, findCaller, publicUrl, checksAnswers = false }: Mounting<S>,
) {
  const shape = shapeOf(endpoint, checksAnswers)
  const run = handle as (services: S, request: object) => unknown
  api.route({
    method: endpoint.method,
    url: endpoint.path,
    ...(bytesMax !== undefined && { bodyLimit: bytesMax }),
    ...(perMinute !== undefined && { config: { rateLimit: { max: perMinute, timeWindow: 60_000 } } }),
    async onRequest(request) {
      mustComeFromUs(request, publicUrl)
      if (endpoint.access === 'public') return
      request.caller = await findCaller(request)
      mustHold(request.caller, endpoint.access)
    },
    async handler(request, reply) {
      const given = { params: request.params, query: request.query, body: request.body }
      const upload = endpoint.upload ? await readUpload(request) : null
      const parts = readRequest(endpoint, upload ? { ...given, body: upload.fields } : given)
      try {
        const answer = await run(services, { ...parts, caller: request.caller, request, reply, ...(upload && { file: upload.file }) })
        return sendAnswer(reply, endpoint, shape, answer)
      } finally {
        // What a refused upload still has to say is let go, so that the browser gets to read the refusal.
        upload?.letGo()
      }
    },
  })
}

function mustHold(caller: Caller | null, access: Exclude<Access, 'public'>) {
  // Who still owes his code is nobody yet.
  if (!caller || (caller.stage === 'otp' && !isFor(access, 'otp'))) throw new AppError('login.required')
  if (isFor(access, caller.stage)) return
  if (caller.stage === '2faSetup') throw new AppError('login.twoFactorRequired')
  if (caller.stage === 'passwordExpired') throw new AppError('login.passwordExpired')
  if (access !== 'loggedIn' && !('right' in access && holdsRight(caller.rights, access.right))) throw new AppError('error.rightMissing')
}

const isFor = (access: Exclude<Access, 'public'>, stage: SignInStage) =>
  typeof access === 'object' && 'stages' in access && access.stages.includes(stage)

type Shape = (answer: unknown) => unknown

function shapeOf({ response }: Endpoint, checksAnswers: boolean): Shape | null {
  if (!response) return null
  return checksAnswers ? (answer) => z.parse(response, answer) : allowList(response)
}

function sendAnswer(reply: FastifyReply, endpoint: Endpoint, shape: Shape | null, answer: unknown) {
  if (isFile(answer)) return sendFile(reply, endpoint.file ?? 'application/octet-stream', answer)
  if (!shape) return reply.code(204).send()
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(shape(answer)))
}

function sendFile(reply: FastifyReply, mediaType: string, { fileName, stream }: FileReply) {
  const plain = fileName.replace(/[^\w .-]/g, '_')
  return reply
    .header('content-disposition', `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(fileName)}`)
    .type(mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType)
    .send(stream)
}

function isFile(answer: unknown): answer is FileReply {
  return typeof answer === 'object' && answer !== null && 'stream' in answer && answer.stream instanceof Readable
}
