import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { LiveHub } from '../live/live-hub.ts'
import { openAuditRecorder } from '../modules/audit/record-entries.ts'
import { findLastSave } from '../modules/audit/find-last-save.ts'
import { recordRefusals } from '../modules/audit/record-refusals.ts'
import { openCallerMemory } from '../modules/sessions/caller-memory.ts'
import { openKeyCallers, refuseKey } from '../modules/sessions/find-key-caller.ts'
import { listPhoneOrigins } from '../modules/desk/softphone/phone-provider.ts'
import { readSessionCookie } from '../modules/sessions/session-cookie.ts'
import { openMaintenanceMemory } from '../modules/maintenance/maintenance-memory.ts'
import { ssoPages } from '../modules/sessions/sso/sso-pages.ts'
import { logoPages } from '../modules/customers/logo-page.ts'
import { cardImagePages } from '../modules/payment-links/card-images.ts'
import { statusPages } from '../modules/payment-links/requests/status-pages.ts'
import { selfServicePages } from '../modules/self-service/self-service-pages.ts'
import { openNewsKeeper } from '../modules/communications/sms-lines/early-news.ts'
import { mountWebChat } from '../modules/communications/web-chat/mount-web-chat.ts'
import { trackingPages } from '../modules/communications/mail-tracking/tracking-pages.ts'
import { callSoundPages } from '../modules/communications/voice/call-sound-pages.ts'
import { stopPages } from '../modules/subscriptions/stop-pages.ts'
import { unsubscribePages } from '../modules/communications/unsubscribe/unsubscribe-pages.ts'
import { openExportSlots } from '../platform/http/export-slots.ts'
import { openHttpServer } from '../platform/http/http-server.ts'
import { mountPages } from '../platform/http/mount-pages.ts'
import { type FindCaller, mountRoutes } from '../platform/http/mount-routes.ts'
import { bearerOf } from '../platform/http/origin-check.ts'
import { openRequestBudgets } from '../platform/http/request-budget.ts'
import { openRepeats } from '../platform/http/repeats.ts'
import { serveBrowserApp } from '../platform/http/static-files.ts'
import { registerWebhooks } from '../platform/http/webhook-route.ts'
import type { BudgetDatabases } from '../platform/db/budget-databases.ts'
import { withAllCustomers } from '../platform/db/scope.ts'
import { tryUntilThere } from '../platform/db/try-until-there.ts'
import type { Caller } from '../platform/http/caller.ts'
import type { Services } from '../services.ts'
import { allRoutes } from './all-routes.ts'
import { type Gate, maintenanceGate } from './maintenance-gate.ts'
import { mountLiveSocket } from './mount-live-socket.ts'
import { answerChallenge } from '../modules/whatsapp/answer-challenge.ts'
import { receiveHook, receiveNews } from './receive-news.ts'

const webDir = path.resolve(import.meta.dirname, '../../../web/dist')

type Options = {
  /** Connections for each kind of request; those of `services` are for what comes before one. */
  databases: BudgetDatabases
} & Testing

type Testing = {
  /** Every answer is held against the contract. */
  checksAnswers?: boolean
  /** Use-cases believe that everybody serves all customers: only row-level security stands between them. */
  forgetsCustomers?: boolean
}

/** Everything that one address serves: the API, its live socket, webhooks, pages of payers and the browser app. */
export async function buildHttpApp(
  services: Services,
  hub: LiveHub,
  { databases, checksAnswers = false, forgetsCustomers = false }: Options,
): Promise<FastifyInstance> {
  const { config, log, gateways } = services
  const app = await openHttpServer({
    log,
    publicUrl: config.publicUrl,
    trustProxy: config.trustProxy,
    allowedHosts: config.allowedHosts,
    stalledAnswerMs: config.stalledMs.answer,
  })
  const callers = openCallerMemory(services, hub)
  const maintenance = await tryUntilThere(() => openMaintenanceMemory(services, hub))
  const maintained = maintenanceGate(maintenance)
  const gate: Gate = (endpoint, caller) => {
    maintained(endpoint, caller)
    refuseKey(endpoint, caller)
  }
  app.addHook('onClose', () => maintenance.close())
  const keyCallers = openKeyCallers(services)
  const sessionCallerOf: FindCaller = (request) => callers[request.method === 'GET' ? 'recall' : 'find'](readSessionCookie(request, config))
  const callerOf: FindCaller = (request) => {
    const key = bearerOf(request)
    return key === undefined ? sessionCallerOf(request) : keyCallers.find(key, request)
  }
  const entries = openAuditRecorder(services)
  app.addHook('onClose', async () => entries.close())
  await app.register(
    async (api) => {
      api.addHook('onRequest', (_request, reply, done) => {
        reply.header('cache-control', 'no-store')
        done()
      })
      mountRoutes(api, allRoutes, {
        servicesOf: (kind) => ({ ...services, db: databases[kind].db, pool: databases[kind].pool }),
        enterBudget: openRequestBudgets(openExportSlots({ db: databases.screen.db, clock: services.clock }), log),
        findCaller: callerOf,
        publicUrl: config.publicUrl,
        stalledExportMs: config.stalledMs.export,
        gate,
        entries,
        recordRefusal: recordRefusals(services, entries.record),
        findLastSave: (saved) => findLastSave(databases.screen.db, saved),
        repeats: openRepeats(services, config.secretKey),
        checksAnswers,
        ...(forgetsCustomers && { widenCaller: (caller: Caller) => servingAll(services, caller) }),
      })
      await mountLiveSocket(api, services, { hub, maintenance, gate })
    },
    { prefix: '/api' },
  )
  const keepNews = openNewsKeeper(services)
  await registerWebhooks(app, receiveNews(services, keepNews), receiveHook(services, keepNews), (name, query) =>
    answerChallenge(services, name, query),
  )
  await mountPages(
    app,
    [
      ...ssoPages,
      ...selfServicePages,
      ...unsubscribePages,
      ...stopPages,
      ...trackingPages,
      ...callSoundPages,
      ...logoPages,
      ...cardImagePages,
      ...statusPages,
      ...(gateways.simulatedPayment.pages ?? []),
    ],
    services,
  )
  await mountWebChat(
    app,
    { ...services, db: databases.visitors.db, pool: databases.visitors.pool },
    { hub, gate: () => gate({ method: 'POST', path: '/widget', access: 'public' }, null) },
  )
  await serveBrowserApp(
    app,
    webDir,
    (request) => readSessionCookie(request, config) !== undefined,
    async (request) => listPhoneOrigins(services, await callers.recall(readSessionCookie(request, config))),
  )
  return app
}

async function servingAll({ db }: Services, caller: Caller): Promise<Caller> {
  const all = await withAllCustomers(() => db.selectFrom('customers').select('id').execute())
  return { ...caller, customerIds: all.map(({ id }) => id) }
}
