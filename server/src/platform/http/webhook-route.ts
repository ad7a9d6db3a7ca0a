import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../app-error.ts'
import { withAllCustomers } from '../db/scope.ts'
import { mustBeWithin, openRateCounter } from './rate-counter.ts'

/** The same for the webhook of one provider of a customer, whose path nobody can guess. False: no such path. */
export type ReceiveHook = (id: number, secret: string, call: HookCall) => Promise<boolean>
type HookCall = { query: URLSearchParams; rawBody: Buffer; headers: Record<string, string> }

/** What a provider wants to hear before it brings news; null: it is none of ours, or the word is wrong. */
export type AnswerChallenge = (provider: string, query: Record<string, string>) => Promise<string | null>

/** Takes a provider's news: verifies and keeps it, or throws. False when there is no such provider. */
export type ReceiveNews = (provider: string, rawBody: Buffer, headers: FastifyRequest['headers']) => Promise<boolean>

// A provider sends a thousand webhooks a second after a large batch; twice that, from one address, is a flood.
const newsPerMinute = 120_000
// What is refused proves itself only after its signature was checked, so true news passes however much forged news its address sends.
const refusedPerMinute = 60

/** POST /api/hooks/:provider with the body as its bytes: signatures are checked on what was sent, not on what was parsed. */
export async function registerWebhooks(app: FastifyInstance, receive: ReceiveNews, receiveHook: ReceiveHook, answer: AnswerChallenge) {
  const all = openRateCounter(newsPerMinute)
  const refused = openRateCounter(refusedPerMinute)
  await app.register(async (hooks) => {
    hooks.addHook('onRequest', async ({ ip }) => mustBeWithin(all, ip))
    hooks.removeAllContentTypeParsers()
    hooks.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 1024 * 1024 }, (_request, body, done) => done(null, body))
    hooks.post<{ Params: { provider: string } }>('/api/hooks/:provider', async (request, reply) => {
      const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      try {
        // The provider's reference says whose news it is.
        if (!(await withAllCustomers(() => receive(request.params.provider, rawBody, request.headers))))
          throw new AppError('error.notFound')
      } catch (error) {
        if (error instanceof AppError && error.status < 500) mustBeWithin(refused, request.ip)
        throw error
      }
      return reply.send({ received: true })
    })
    // Meta asks first whether the webhook is ours.
    hooks.get<{ Params: { provider: string } }>('/api/hooks/:provider', async ({ params, query, ip }, reply) => {
      const given = Object.fromEntries(
        Object.entries(query ?? {}).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
      )
      const challenge = await withAllCustomers(() => answer(params.provider, given))
      if (challenge !== null) return reply.type('text/plain').send(challenge)
      mustBeWithin(refused, ip)
      throw new AppError('error.notFound')
    })
    // Some providers ask by GET.
    hooks.route<{ Params: { id: string; secret: string } }>({
      method: ['GET', 'POST'],
      url: '/api/hooks/providers/:id/:secret',
      async handler(request, reply) {
        const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const { id, secret } = request.params
        const query = new URLSearchParams(request.url.split('?')[1] ?? '')
        const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value ?? '')]))
        try {
          const isKnown =
            /^\d{1,15}$/.test(id) && (await withAllCustomers(() => receiveHook(Number(id), secret, { query, rawBody, headers })))
          if (!isKnown) throw new AppError('error.notFound')
        } catch (error) {
          if (error instanceof AppError && error.status < 500) mustBeWithin(refused, request.ip)
          throw error
        }
        return reply.send({ received: true })
      },
    })
  })
}
