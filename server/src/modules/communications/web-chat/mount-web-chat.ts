import type { Endpoint } from '@regie/contract/endpoint.ts'
import { type Locale, localeOfHeader, locales } from '@regie/contract/locale.ts'
import { BeginVisit, SeenInVisit, VisitToken, WriteInVisit } from '@regie/contract/web-chat.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { LiveHub } from '../../../live/live-hub.ts'
import { AppError } from '../../../platform/app-error.ts'
import { visitorBudget } from '../../../platform/budgets.ts'
import { withAllCustomers, withCustomers } from '../../../platform/db/scope.ts'
import { addressGroup } from '../../../platform/http/address-group.ts'
import { mustComeFromUs } from '../../../platform/http/origin-check.ts'
import { openRateCounter, type RateCounter } from '../../../platform/http/rate-counter.ts'
import { readRequest } from '../../../platform/http/read-request.ts'
import { framePolicy, pagePolicy } from '../../../platform/http/security-headers.ts'
import { openWorkGate } from '../../../platform/http/work-gate.ts'
import type { Services } from '../../../services.ts'
import { findSiteChat, greetingIn, type SiteChat } from './find-web-chat-page.ts'
import { staffingOf } from './staffing.ts'
import { openVisitStreams } from './visit-streams.ts'
import { type FoundVisit, findVisit, mustBeVisit, noteHere, readVisit, seeAnswers } from './visits.ts'
import { examplePage, webChatPage } from './web-chat-page-view.ts'
import { beginVisit, writeInVisit } from './write-in-visit.ts'

const bodyBytesMax = 16_384

/** The header that carries the token of a visit. No cookie: another site could send that along. */
export const visitTokenHeader = 'x-visit-token'

/** How often in a minute; of an address an office may have several visitors. */
const often = { beginsOfAddress: 6, beginsOfCustomer: 120, writes: 15, writesOfCustomer: 900, asks: 120, unknownTokens: 30, pages: 120 }

/** `gate` refuses while there is maintenance. */
type Options = { hub: LiveHub; gate: () => void }

/** Everything below /widget: the page in the frame on a customer's site, and what it asks. `services` have the connections of visitors alone. */
export async function mountWebChat(app: FastifyInstance, services: Services, { hub, gate }: Options): Promise<void> {
  const streams = openVisitStreams(hub)
  app.addHook('preClose', (done) => {
    streams.close()
    done()
  })
  await app.register(
    async (scope) => {
      mountPagesOf(scope, services)
      mountVisits(scope, services, { streams, gate })
    },
    { prefix: '/widget' },
  )
}

function mountPagesOf(scope: FastifyInstance, services: Services): void {
  const pages = openRateCounter(often.pages)
  const chatOf = (request: FastifyRequest) => {
    mustBeSlow(pages, addressGroup(request.ip))
    return withAllCustomers(() => findSiteChat(services.db, (request.params as { siteKey: string }).siteKey))
  }
  scope.get('/c/:siteKey', async (request, reply) => {
    const chat = await chatOf(request)
    const isPreview = (request.query as Record<string, string>)['preview'] === '1'
    if (!chat || (!chat.isOn && !isPreview)) return sendNothing(reply)
    const locale = localeOf(request)
    const staffing = staffingOf(chat.hours, services.clock.now())
    const { customerName, color } = chat
    const siteKey = (request.params as { siteKey: string }).siteKey
    const page = webChatPage({ siteKey, customerName, locale, color, greeting: greetingIn(chat, locale), isPreview, ...staffing })
    return sendPage(reply, framePolicy(isPreview ? [] : chat.sites), page)
  })
  scope.get('/c/:siteKey/example', async (request, reply) => {
    const chat = await chatOf(request)
    if (!chat) throw new AppError('error.notFound')
    const { siteKey } = request.params as { siteKey: string }
    return sendPage(
      reply,
      `${pagePolicy()}; script-src 'self'; frame-src 'self'`,
      examplePage(localeOf(request), siteKey, chat.customerName),
    )
  })
}

function sendPage(reply: FastifyReply, policy: string, page: string) {
  return reply
    .removeHeader('x-frame-options')
    .headers({ 'content-security-policy': policy, 'cache-control': 'no-store', 'cross-origin-resource-policy': 'cross-origin' })
    .header('x-robots-tag', 'noindex, nofollow')
    .type('text/html; charset=utf-8')
    .send(page)
}

/** No chat here: an empty page, so that a site shows nothing at all. Its frame stays unseen. */
const sendNothing = (reply: FastifyReply) => reply.code(404).header('cache-control', 'no-store').type('text/html; charset=utf-8').send('')

const ofSite: Record<string, Locale> = { nl: 'nl', en: 'eng', eng: 'eng', fr: 'fr' }
function localeOf({ query, headers }: FastifyRequest): Locale {
  const { lang } = query as Record<string, unknown>
  // Given twice it is a list.
  const asked = typeof lang === 'string' ? (lang.slice(0, 3).split('-')[0] ?? '') : ''
  return ofSite[asked] ?? locales.find((locale) => locale === asked) ?? localeOfHeader(headers['accept-language'])
}

type Visits = { streams: ReturnType<typeof openVisitStreams>; gate: Options['gate'] }

function mountVisits(scope: FastifyInstance, services: Services, { streams, gate }: Visits): void {
  const line = openWorkGate(visitorBudget)
  const counters = Object.fromEntries(Object.entries(often).map(([name, perMinute]) => [name, openRateCounter(perMinute)])) as Record<
    keyof typeof often,
    RateCounter
  >
  /** One at a time of each address, few of all: visitors never take the connections of staff. */
  const inLine = async <T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> => {
    const leave = await line.enter(addressGroup(request.ip))
    try {
      return await work()
    } finally {
      leave()
    }
  }
  const visitOf = async (request: FastifyRequest): Promise<FoundVisit> => {
    const token = z.safeParse(VisitToken, request.headers[visitTokenHeader])
    const visit = token.success ? await withAllCustomers(() => findVisit(services.db, token.data)) : undefined
    if (!visit) mustBeSlow(counters.unknownTokens, addressGroup(request.ip))
    const found = mustBeVisit(visit)
    mustBeSlow(counters.asks, String(found.id))
    return found
  }
  const ofVisit = (request: FastifyRequest, work: (visit: FoundVisit) => Promise<unknown>) =>
    inLine(request, async () => {
      const visit = await visitOf(request)
      return withCustomers([visit.customerId], () => work(visit))
    })
  scope.addHook('onRequest', async (request) => {
    if (!request.url.startsWith('/widget/api/')) return
    mustComeFromUs(request, services.config.publicUrl)
    gate()
  })
  scope.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store')
    done()
  })
  const options = { bodyLimit: bodyBytesMax }

  scope.post('/api/visits', options, async (request) => {
    const begin = bodyOf(BeginVisit, request)
    return inLine(request, async () => {
      const known = await withAllCustomers(() => findVisit(services.db, begin.token))
      const chat = await withAllCustomers(() => findSiteChat(services.db, begin.siteKey))
      if (!chat || (known && known.customerId !== chat.customerId)) throw new AppError('error.notFound')
      mustBeSlow(counters.beginsOfAddress, addressGroup(request.ip))
      mustBeSlow(counters.beginsOfCustomer, String(chat.customerId))
      return withCustomers([chat.customerId], () => beginOrGoOn(services, chat, known, begin))
    })
  })
  scope.get('/api/visit', async (request) => ofVisit(request, (visit) => readVisit(services, visit)))
  scope.post('/api/visit/messages', options, async (request) => {
    const written = bodyOf(WriteInVisit, request)
    return ofVisit(request, async (visit) => {
      mustBeSlow(counters.writes, String(visit.id))
      mustBeSlow(counters.writesOfCustomer, String(visit.customerId))
      await writeInVisit(services, visit, written)
      return readVisit(services, visit)
    })
  })
  scope.put('/api/visit/seen', options, async (request, reply) => {
    const { answerID } = bodyOf(SeenInVisit, request)
    await ofVisit(request, (visit) => seeAnswers(services, visit, answerID))
    return reply.code(204).send()
  })
  scope.get('/api/visit/events', async (request, reply) => {
    const visit = (await ofVisit(request, async (found) => found)) as FoundVisit
    const note = (isHere: boolean) =>
      void inLine(request, () => withCustomers([visit.customerId], () => noteHere(services, visit, isHere))).catch((error: unknown) =>
        services.log.warn({ err: error }, 'whether a visitor is there could not be noted'),
      )
    reply.hijack()
    const place = { conversationId: visit.conversationId, address: addressGroup(request.ip) }
    const opened = streams.open(place, reply.raw, (isLast) => isLast && note(false))
    if (opened === 'full') reply.raw.writeHead(429, { 'retry-after': '60' }).end()
    if (opened === 'open') note(true)
  })
}

async function beginOrGoOn(services: Services, chat: SiteChat, known: FoundVisit | undefined, begin: BeginVisit) {
  if (known) await writeInVisit(services, known, begin)
  else await beginVisit(services, chat, begin)
  return readVisit(services, mustBeVisit(await findVisit(services.db, begin.token)))
}

function mustBeSlow(counter: RateCounter, key: string): void {
  const seconds = counter.count(key)
  if (seconds !== null) throw new AppError('error.tooManyRequests', { params: { seconds } })
}

function bodyOf<S extends z.core.$ZodType>(schema: S, { body }: FastifyRequest): z.output<S> {
  const described = { method: 'POST', path: '', access: 'public', summary: '', body: schema } as const satisfies Endpoint
  return readRequest(described, { params: {}, query: {}, body }).body as z.output<S>
}
