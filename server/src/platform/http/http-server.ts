import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Log } from '../log.ts'
import { AppError } from '../app-error.ts'
import { addressGroup } from './address-group.ts'
import { replyWithError } from './error-reply.ts'
import { isOurHost } from './own-host.ts'
import { RequestLog } from './request-log.ts'
import { securityHeaders } from './security-headers.ts'

const jsonBytesMax = 1024 * 1024

type Options = { log: Log; publicUrl: string; trustProxy: readonly string[]; allowedHosts: readonly string[]; stalledAnswerMs: number }

/** An HTTP server with our rules on it and no route yet: limits, headers, request ids, the one shape of refusal. */
export async function openHttpServer({ log, publicUrl, trustProxy, allowedHosts, stalledAnswerMs }: Options): Promise<FastifyInstance> {
  const headers = securityHeaders(publicUrl.startsWith('https:'))
  const app: FastifyInstance = Fastify({
    loggerInstance: log as unknown as FastifyBaseLogger,
    childLoggerFactory: (parent, bindings) => new RequestLog(parent, bindings),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: jsonBytesMax,
    trustProxy: trustProxy.length > 0 ? [...trustProxy] : false,
    // An id of our own: one that a caller chose could hide him among others in the log.
    genReqId: () => randomUUID(),
    requestTimeout: 60_000,
    // A client that reads nothing of its answer is cut off: what waits for it is memory.
    connectionTimeout: stalledAnswerMs,
    keepAliveTimeout: 65_000,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    frameworkErrors: replyWithError,
    // Answered below, with the shape and the Retry-After of every refusal.
    return503OnClosing: false,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
  })
  // Whoever starts it at a terminal looks for its address and for what goes wrong, not for every request.
  const requestLevel = process.stdout.isTTY ? 'debug' : 'info'
  acceptEmptyJson(app)
  app.decorateRequest('caller', null)
  app.setErrorHandler(replyWithError)
  const names = new Set<string>()
  const isKnown = (host: string, url: string) => {
    if (names.has(host)) return true
    if (!isOurHost(host, url, { publicUrl, allowedHosts })) return false
    // The few names that one is asked under are looked at once; a probe's is none of ours.
    if (names.size < 20 && isOurHost(host, '/', { publicUrl, allowedHosts })) names.add(host)
    return true
  }
  let isStopping = false
  app.addHook('preClose', (done) => {
    isStopping = true
    done()
  })
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id)
    if (!isStopping && isKnown(request.host, request.url)) return done()
    if (!isStopping) {
      log.warn({}, 'a request for a host that is not ours was refused: PUBLIC_URL and ALLOWED_HOSTS name ours')
      return done(new AppError('error.hostRefused'))
    }
    // Calls under way are finished; the next one is for another process, or for the next start.
    reply.header('connection', 'close')
    done(new AppError('error.unavailable'))
  })
  // Five fields, all ours: looking in them for personal keys, and a child for the id, took 0.05 ms of each request.
  const lines = log.child({}, { redact: [] })
  app.addHook('onResponse', ({ id, method, routeOptions, raw }, reply, done) => {
    letGo(raw)
    const ms = Math.round(reply.elapsedTime)
    lines[requestLevel]({ reqId: id, method, route: routeOptions.url ?? 'unknown', status: reply.statusCode, ms }, 'request')
    done()
  })
  await app.register(rateLimit, {
    global: false,
    keyGenerator: ({ ip }) => addressGroup(ip),
    errorResponseBuilder: (_request, { ttl }) => new AppError('error.tooManyRequests', { params: { seconds: Math.ceil(ttl / 1000) } }),
  })
  await app.register(cookie)
  await app.register(multipart)
  // Below 2 kB the packet is one either way. Files of the build are compressed already.
  // Nobody sends us a packed body, and looking for one costs each request.
  await app.register(compress, { globalDecompression: false, threshold: 2048, encodings: ['gzip', 'identity'], zlibOptions: { level: 3 } })
  return app
}

/**
 * What was answered before it was read to its end is read past: else the next call on its connection, which through a proxy is somebody else's, waits
 * behind it for a minute. Who goes on sending is cut off by the limit of time.
 */
function letGo(raw: IncomingMessage) {
  if (raw.complete) return
  raw.unpipe()
  raw.resume()
}

/** Browsers send the content type also with an empty body; that is no body, not a broken one. Must stand before plugins, which copy the parsers. */
function acceptEmptyJson(app: FastifyInstance) {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else if (isTooDeep(String(body))) done(new AppError('error.invalid'))
    else void parseJson(request, String(body), done)
  })
}

// Nothing of ours is deeper than a dozen. What is walks the stack of whatever looks at it (checks, log, answers) to its end.
const depthMax = 100

/** Is this JSON nested deeper than anything of ours? Read as text, so that no walk over it can fail. */
function isTooDeep(json: string): boolean {
  let depth = 0
  for (let at = 0; at < json.length; at++) {
    const character = json[at]
    if (character === '"') {
      for (at++; at < json.length && json[at] !== '"'; at++) if (json[at] === '\\') at++
    } else if (character === '[' || character === '{') {
      if (++depth > depthMax) return true
    } else if (character === ']' || character === '}') depth--
  }
  return false
}
