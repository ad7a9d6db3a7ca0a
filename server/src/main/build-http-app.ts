import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { LiveHub } from '../live/live-hub.ts'
import { openCallerMemory } from '../modules/login/caller-memory.ts'
import { readSessionCookie } from '../modules/login/session-cookie.ts'
import { paymentPages } from '../modules/payment-links/payment-pages.ts'
import { openHttpServer } from '../platform/http/http-server.ts'
import { mountPages } from '../platform/http/mount-pages.ts'
import { type FindCaller, mountRoutes } from '../platform/http/mount-routes.ts'
import { serveBrowserApp } from '../platform/http/static-files.ts'
import { registerWebhooks } from '../platform/http/webhook-route.ts'
import type { Services } from '../services.ts'
import { allRoutes } from './all-routes.ts'
import { mountLiveSocket } from './mount-live-socket.ts'
import { receiveNews } from './receive-news.ts'

const webDir = path.resolve(import.meta.dirname, '../../../web/dist')

/** Everything that one address serves: the API, its live socket, webhooks, pages of payers and the browser app. */
export async function buildHttpApp(services: Services, hub: LiveHub, { checksAnswers = false } = {}): Promise<FastifyInstance> {
  const { config, log, gateways } = services
  const app = await openHttpServer({ log, publicUrl: config.publicUrl, trustProxy: config.trustProxy })
  const callers = openCallerMemory(services, hub)
  const callerOf: FindCaller = (request) => callers[request.method === 'GET' ? 'recall' : 'find'](readSessionCookie(request, config))
  await app.register(
    async (api) => {
      api.addHook('onRequest', (_request, reply, done) => {
        reply.header('cache-control', 'no-store')
        done()
      })
      mountRoutes(api, allRoutes, { services, findCaller: callerOf, publicUrl: config.publicUrl, checksAnswers })
      await mountLiveSocket(api, services, hub)
    },
    { prefix: '/api' },
  )
  await registerWebhooks(app, receiveNews(services))
  await mountPages(app, [...paymentPages, ...(gateways.payment.pages ?? [])], services)
  await serveBrowserApp(app, webDir)
  return app
}
