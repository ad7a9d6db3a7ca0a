import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../app-error.ts'
import { withAllCustomers } from '../db/scope.ts'
import { mustBeWithin, openRateCounter } from './rate-counter.ts'

/** Takes a provider's news: verifies and keeps it, or throws. False when there is no such provider. */
export type ReceiveNews = (provider: string, rawBody: Buffer, headers: FastifyRequest['headers']) => Promise<boolean>

// A provider sends a thousand webhooks a second after a large batch; twice that, from one address, is a flood.
const newsPerMinute = 120_000
// What is refused proves itself only after its signature was checked, so true news passes however much forged news its address sends.
const refusedPerMinute = 60

/** POST /api/hooks/:provider with the body as its bytes: signatures are checked on what was sent, not on what was parsed. */
export async function registerWebhooks(app: FastifyInstance, receive: ReceiveNews) {
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
  })
}
