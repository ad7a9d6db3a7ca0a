import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import fastify from 'fastify'
import { openGateways } from '../src/gateways/open-gateways.ts'
import { settleMs } from '../src/gateways/payment/simulated/simulated-books.ts'
import { createPaymentLink } from '../src/modules/payment-links/create-payment-link.ts'
import { selfServicePages } from '../src/modules/self-service/self-service-pages.ts'
import { receivePaymentNews } from '../src/modules/payment-links/record-payment.ts'
import { readConfig } from '../src/platform/config.ts'
import { mountPages } from '../src/platform/http/mount-pages.ts'
import { openLog } from '../src/platform/log.ts'
import type { Services } from '../src/services.ts'
import { fakeClock } from './fake-clock.ts'
import { openTestDatabase } from './open-test-database.ts'
import { makeTempFolder } from './make-temp-folder.ts'

const dataDir = makeTempFolder('payments')

/** A case with a payment link, a payer with a browser, and the simulated bank with its webhook, over real HTTP. */
export async function openPaymentStory(env: Record<string, string> = {}) {
  const { db, pool, drop } = await openTestDatabase()
  const clock = fakeClock('2027-01-10T12:00:00Z')
  const config = readConfig({ DATA_DIR: dataDir, PORT: String(await findFreePort()), ...env })
  const log = openLog('silent')
  const services: Services = { db, pool, clock, config, log, gateways: openGateways(config, { db, clock, log }) }
  const { payment, simulatedEvents } = services.gateways

  const app = fastify({ genReqId: () => randomUUID() })
  await app.register(cookie)
  await app.register(multipart)
  await mountPages(app, [...selfServicePages, ...(services.gateways.simulatedPayment.pages ?? [])], services)
  await app.register(async (hooks) => {
    hooks.addContentTypeParser(['application/json', 'application/x-www-form-urlencoded'], { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    hooks.post<{ Params: { provider: string } }>('/api/hooks/:provider', (request) =>
      receivePaymentNews(services, request.params.provider, request.body as Buffer, request.headers),
    )
  })
  await app.listen({ port: config.port, host: config.host })

  const customer = await db
    .insertInto('customers')
    .values({ name: 'Rijnmond Incasso', compliance_profile: 'intern_demo' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const customerId = customer.id
  const script = await db
    .insertInto('scripts')
    .values({ customer_id: customerId, name: 'Herinnering' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const batch = await db
    .insertInto('batches')
    .values({ customer_id: customerId, script_id: script.id, name: 'Batch', status: 'open' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const batchId = batch.id
  await db.insertInto('batch_counters').values({ customer_id: customerId, batch_id: batchId }).execute()
  const { id: caseId } = await db
    .insertInto('cases')
    .values({
      customer_id: customerId,
      batch_id: batchId,
      case_number: 'D1',
      name: 'Jansen <b>',
      email: 'jansen@demo.example',
      invoice_number: 'F-2026-17',
      fields: JSON.stringify({ opdrachtgever: 'Bakkerij & Zoon', vervaldatum: '2026-12-01' }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()

  const order = { customerId, caseId, batchId, amountCents: 12_345, currency: 'EUR', validDays: 14, idempotencyKey: 'case:1' }
  const { id: linkId, url } = await db.transaction().execute((tx) => createPaymentLink(tx, services, order))
  const page = new URL(url).pathname

  // The browser of the payer keeps its cookies, each for its path.
  const kept = new Map<string, { value: string; path: string }>()
  const cookiesFor = (target: string) =>
    [...kept]
      .filter(([, { path }]) => target.startsWith(path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ')
  const keep = (cookies: readonly { name: string; value: string; path?: string }[]) => {
    for (const { name, value, path = '/' } of cookies) kept.set(name, { value, path })
  }
  const open = async (target: string, { method = 'GET', agent }: { method?: 'GET' | 'HEAD'; agent?: string } = {}) => {
    const headers = { cookie: cookiesFor(target), ...(agent !== undefined && { 'user-agent': agent }) }
    const response = await app.inject({ method, url: target, headers })
    keep(response.cookies)
    return { status: response.statusCode, html: response.body, headers: response.headers }
  }
  const send = async (target: string, form: Record<string, string> = {}, headers: Record<string, string> = {}) => {
    const response = await app.inject({
      method: 'POST',
      url: target,
      payload: new URLSearchParams(form).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: cookiesFor(target), ...headers },
    })
    keep(response.cookies)
    return { status: response.statusCode, html: response.body, to: response.headers.location ?? '', cookies: response.cookies }
  }
  /** Sends a form with a file, as a browser does. */
  const sendFile = async (target: string, form: Record<string, string>, { name, content }: { name: string; content: Buffer }) => {
    const body = new FormData()
    for (const [key, value] of Object.entries(form)) body.set(key, value)
    body.set('proof', new Blob([new Uint8Array(content)]), name)
    const request = new Request('http://localhost', { method: 'POST', body })
    const payload = Buffer.from(await request.arrayBuffer())
    const headers = { 'content-type': request.headers.get('content-type') ?? '', cookie: cookiesFor(target) }
    const response = await app.inject({ method: 'POST', url: target, payload, headers })
    return { status: response.statusCode, html: response.body }
  }
  /** Brings the webhook over HTTP, as an engine does for the simulated providers. */
  const post = async (provider: string, body: string, headers: Record<string, string>) => {
    const response = await fetch(`${config.publicUrl}/api/hooks/${provider}`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    })
    await response.text()
    return response.ok
  }
  /** Opens the page, goes to the bank, and returns the path of the bank's page. */
  const goToBank = async () => {
    await open(page)
    return new URL((await send(`${page}/pay`)).to).pathname
  }
  return {
    db,
    services,
    clock,
    payment,
    order,
    caseId,
    customerId,
    batchId,
    linkId,
    page,
    open,
    send,
    sendFile,
    post,
    goToBank,
    createLink: (change: Partial<typeof order>) =>
      db.transaction().execute((tx) => createPaymentLink(tx, services, { ...order, ...change })),
    /** The bank has taken its moment, and its news is brought. */
    sayNews: () => {
      clock.advance(settleMs)
      return simulatedEvents.sendDue(post)
    },
    link: () => db.selectFrom('payment_links').selectAll().where('id', '=', linkId).executeTakeFirstOrThrow(),
    theCase: () => db.selectFrom('cases').selectAll().where('id', '=', caseId).executeTakeFirstOrThrow(),
    states: async () =>
      (await db.selectFrom('payment_events').select('state').where('payment_link_id', '=', linkId).orderBy('id').execute()).map(
        (row) => row.state,
      ),
    events: async () =>
      (await db.selectFrom('timeline').select('event').where('case_id', '=', caseId).orderBy('id').execute()).map((row) => row.event),
    /** A message of the case, in the state given; as in life it begins as queued. */
    queueMessage: async (state: string, key: string) => {
      const message = {
        customer_id: customerId,
        case_id: caseId,
        batch_id: batchId,
        channel: 'email',
        recipient: 'jansen@demo.example',
        provider: 'p',
        simulated: true,
      }
      const { id } = await db
        .insertInto('communications')
        .values({ ...message, idempotency_key: key })
        .returning('id')
        .executeTakeFirstOrThrow()
      if (state === 'queued' || state === 'claimed' || state === 'started') {
        const { customer_id, case_id, batch_id, channel } = message
        const owner = state === 'queued' ? null : 1
        await db.insertInto('outbox').values({ customer_id, communication_id: id, case_id, batch_id, channel, state, owner }).execute()
      } else await db.updateTable('communications').set({ state }).where('id', '=', id).execute()
      return { id }
    },
    messages: async () => (await db.selectFrom('communications').select('state').orderBy('id').execute()).map((row) => row.state),
    async close() {
      await app.close()
      await services.gateways.close()
      await drop()
    },
  }
}

// Links carry the address, so it must be known before the server listens.
async function findFreePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  await new Promise((closed) => server.close(closed))
  return typeof address === 'object' && address ? address.port : 0
}

export type PaymentStory = Awaited<ReturnType<typeof openPaymentStory>>
