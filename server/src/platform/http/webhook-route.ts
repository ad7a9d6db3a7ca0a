import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../app-error.ts'
import { withAllCustomers } from '../db/scope.ts'

/** Takes a provider's news: verifies and keeps it, or throws. False when there is no such provider. */
export type ReceiveNews = (provider: string, rawBody: Buffer, headers: FastifyRequest['headers']) => Promise<boolean>

/** POST /api/hooks/:provider with the body as its bytes: signatures are checked on what was sent, not on what was parsed. */
export async function registerWebhooks(app: FastifyInstance, receive: ReceiveNews) {
  await app.register(async (hooks) => {
    hooks.removeAllContentTypeParsers()
    hooks.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 1024 * 1024 }, (_request, body, done) => done(null, body))
    hooks.post<{ Params: { provider: string } }>('/api/hooks/:provider', async (request, reply) => {
      const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      // The provider's reference says whose news it is.
      if (!(await withAllCustomers(() => receive(request.params.provider, rawBody, request.headers)))) throw new AppError('error.notFound')
      return reply.send({ received: true })
    })
  })
}
