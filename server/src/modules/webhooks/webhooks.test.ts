import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  outgoingWebhookApi,
  webhookRetryMinutes,
  webhookTypeOf,
  webhookTypes,
  type WebhookType,
} from '@regie/contract/outgoing-webhooks.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { kindOfEvent } from '@regie/contract/timeline-events.ts'
import { sql } from 'kysely'
import { Webhook as Receiver } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Staff } from '../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { closeCase } from '../cases/status/close-case.ts'
import { notifyOfEnd } from '../imports/notify-of-end.ts'
import { recordTimeline } from '../timeline/record-timeline.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { sweepWebhooks } from './sweep-webhooks.ts'
import { listMessages, listWebhooks } from './webhook-queries.ts'
import { openWebhookSender } from './webhook-sender.ts'

type Heard = { headers: IncomingHttpHeaders; body: string }

let app: TestApp
let other: Server
let url: string
let heard: Heard[]
/** What the other system answers; null hangs up. */
let answer: number | null
let admin: Staff
let stranger: Staff
let customerID: number

beforeAll(async () => {
  other = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      heard.push({ headers: request.headers, body })
      if (answer === null) request.socket.destroy()
      else response.writeHead(answer, { location: 'http://127.0.0.1:1/elsewhere' }).end('fine')
    })
  }).listen(0, '127.0.0.1')
  await new Promise((done) => other.once('listening', done))
  const { port } = other.address() as AddressInfo
  url = `http://127.0.0.1:${port}/in`
  app = await openTestApp({ env: { ALLOW_PRIVATE_HOSTS: `127.0.0.1:${port}` } })
})
afterAll(async () => {
  await app.close()
  await new Promise((done) => other.close(done))
})
beforeEach(async () => {
  heard = []
  answer = 200
  // Lines of a timeline have the moment of the database, and the library of the receiver looks at the age of a message.
  app.clock.set(new Date(Date.now() + 5_000))
  customerID = (await app.build.customer()).id
  admin = await app.build.staff({ rights: [Right.changeWebhooks], customers: [customerID] })
  stranger = await app.build.staff({ rights: [Right.changeWebhooks], customers: [(await app.build.customer()).id] })
  await sql`delete from outgoing_webhooks`.execute(app.services.db)
})

const parts = { name: 'Boekhouding', types: [...webhookTypes] as WebhookType[] }
const create = (wanted: Partial<typeof parts & { url: string }> = {}, by = admin) =>
  app.call(outgoingWebhookApi.create, { body: { customerID, url, ...parts, ...wanted } }).as(by)
const list = () => listWebhooks(app.services.db, customerID)
const log = async (webhookID: number) =>
  (await listMessages(app.services, { customerIds: [customerID] } as unknown as Caller, webhookID, { limit: 50 })).rows
/** Time that passes ends sessions. */
async function pass(ms: number) {
  app.clock.advance(ms)
  admin = await app.build.staff({ rights: [Right.changeWebhooks], customers: [customerID] })
}
async function sendDue() {
  const sender = openWebhookSender(app.services)
  let sent = 0
  for (let more = await sender.sendDue(); more > 0; more = await sender.sendDue()) {
    sent += more
    await sender.settle()
  }
  return sent
}
async function makeCase() {
  const batch = await app.build.batch({ customerId: customerID })
  const made = await app.build.case({ batch })
  return { customerId: customerID, caseId: made.id }
}
function isAccepted(secret: string, { headers, body }: Heard): boolean {
  try {
    return new Receiver(secret).verify(body, headers as Record<string, string>) !== null
  } catch {
    return false
  }
}
const close = (ref: { customerId: number; caseId: number }) =>
  app.services.db.transaction().execute((tx) => closeCase(tx, ref, 'BET', { at: app.services.clock.now() }))

test('every line of a timeline is told as the contract says, and the type of each stands there', async () => {
  const events = Object.keys(kindOfEvent)
  const { rows } = await sql<{ event: string; type: string | null }>`
    select event, webhook_type(event) as type from unnest(${events}::text[]) as event`.execute(app.services.db)
  const wanted = events.map((event) => ({ event, type: webhookTypeOf[event as keyof typeof webhookTypeOf] ?? null }))
  expect(rows).toEqual(wanted)
  const known = new Set([...Object.values(webhookTypeOf), 'import.done', 'import.failed'])
  expect([...known].sort()).toEqual([...webhookTypes].sort())
})

test('what happens to a case reaches the other system once, signed so that its library accepts it', async () => {
  const { webhook, secret } = (await create()).body
  const ref = await makeCase()
  await close(ref)
  expect(await sendDue()).toBe(1)
  expect(heard).toHaveLength(1)
  const [{ headers, body }] = heard as [Heard]
  const message = new Receiver(secret).verify(body, headers as Record<string, string>)
  expect(message).toMatchObject({ type: 'case.closed', data: { customerID, caseID: ref.caseId, event: 'closed', result: 'BET' } })
  expect(() => new Receiver(secret).verify(body.replace('BET', 'RET'), headers as Record<string, string>)).toThrow(/signature/i)
  expect(await sendDue()).toBe(0)
  expect(await log(webhook.webhookID)).toMatchObject([{ type: 'case.closed', state: 'sent', status: 200, attempts: 1 }])
  expect(await list()).toMatchObject([{ waiting: 0, failed: 0, failingSince: null }])
})

test('nothing is told of a change that did not happen, of another customer, of other types, or while it is off', async () => {
  const { webhook } = (await create({ types: ['case.closed'] })).body
  const ref = await makeCase()
  await expect(
    app.services.db.transaction().execute(async (tx) => {
      await closeCase(tx, ref, 'BET', {})
      throw new Error('taken back')
    }),
  ).rejects.toThrow('taken back')
  const elsewhere = await app.build.batch()
  const foreign = await app.build.case({ batch: elsewhere })
  await close({ customerId: elsewhere.customerId, caseId: foreign.id })
  await app.services.db.transaction().execute((tx) => recordTimeline(tx, [{ ...ref, event: 'resumed' }]))
  const { name, types, version } = webhook
  const params = { webhookID: webhook.webhookID }
  const off = (await app.call(outgoingWebhookApi.change, { params, body: { name, url, types, version, isOn: false } }).as(admin)).body
  expect(off).toMatchObject({ isOn: false, offReason: 'person' })
  await close(ref)
  expect(await log(webhook.webhookID)).toEqual([])
})

test('no words of people and no address in a reason go out', async () => {
  const { webhook } = (await create()).body
  const ref = await makeCase()
  await app.services.db.transaction().execute(async (tx) => {
    await recordTimeline(tx, [
      { ...ref, event: 'smsReceived', incomingID: 1, text: 'Ik ben ziek' } as never,
      { ...ref, event: 'emailFailed', params: { reason: '550 5.1.1 <jan@example.nl> unknown' } } as never,
      { ...ref, event: 'emailFailed', params: { reason: 'mailbox_full' } } as never,
    ])
  })
  await sendDue()
  const bodies = heard.map(({ body }) => body).join('\n')
  expect(bodies).toContain('mailbox_full')
  expect(bodies).not.toMatch(/ziek|jan@|550/)
  expect(await log(webhook.webhookID)).toHaveLength(3)
})

test('the end of an import is told', async () => {
  await create()
  const batch = await app.build.batch({ customerId: customerID })
  await app.services.db
    .transaction()
    .execute((tx) =>
      notifyOfEnd(
        tx,
        { id: 7, customer_id: customerID, script_id: batch.script.id, file_name: 'geheim.csv', check_no: 1, asked_by: null },
        'importDone',
        { at: app.services.clock.now(), made: 12 },
      ),
    )
  await sendDue()
  expect(JSON.parse(heard[0]?.body ?? '')).toMatchObject({ type: 'import.done', data: { importID: 7, cases: 12 } })
  expect(heard[0]?.body).not.toContain('geheim')
})

test.each([
  ['an error', 500, { status: 500, fault: null }],
  ['a redirect, which is not followed', 302, { status: 302, fault: null }],
  ['a broken connection', null, { status: null, fault: 'broken' }],
] as const)('%s is tried again under the same id, later each time, and given up after the last', async (_what, code, outcome) => {
  answer = code
  const { webhook } = (await create()).body
  await close(await makeCase())
  for (const minutes of webhookRetryMinutes) {
    expect(await sendDue()).toBe(1)
    expect(await log(webhook.webhookID)).toMatchObject([{ state: 'queued', ...outcome }])
    expect(await sendDue()).toBe(0)
    await pass(minutes * 60_000)
  }
  expect(await sendDue()).toBe(1)
  expect(await log(webhook.webhookID)).toMatchObject([{ state: 'failed', nextAt: null, attempts: webhookRetryMinutes.length + 1 }])
  expect(new Set(heard.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(await list()).toMatchObject([{ failed: 1, isOn: true, failingSince: expect.any(String) as string }])
  answer = 200
  const params = { webhookID: webhook.webhookID }
  expect((await app.call(outgoingWebhookApi.replayFailed, { params }).as(admin)).body).toEqual({ count: 1 })
  await sendDue()
  const [sent] = await log(webhook.webhookID)
  expect(sent).toMatchObject({ state: 'sent', status: 200 })
  const shown = (
    await app.call(outgoingWebhookApi.message, { params: { ...params, webhookMessageID: sent?.webhookMessageID ?? 0 } }).as(admin)
  ).body
  expect(shown.tries.map(({ status }) => status)[0]).toBe(200)
  expect(shown.tries).toHaveLength(webhookRetryMinutes.length + 2)
  expect(shown.body).toBe(heard.at(-1)?.body)
  expect(await list()).toMatchObject([{ failed: 0, failingSince: null }])
})

test('who answers that they are gone, or fails for days, is switched off; what waits goes when it is on again', async () => {
  answer = 410
  const { webhook } = (await create()).body
  const ref = await makeCase()
  await close(ref)
  await sendDue()
  expect(await list()).toMatchObject([{ isOn: false, offReason: 'gone', failed: 1 }])
  const { webhookID, name, types } = webhook
  const body = { name, url, types, version: webhook.version, isOn: true }
  const on = (await app.call(outgoingWebhookApi.change, { params: { webhookID }, body }).as(admin)).body
  expect(on).toMatchObject({ isOn: true, offReason: null, failingSince: null })
  answer = 503
  const again = () => app.services.db.transaction().execute((tx) => recordTimeline(tx, [{ ...ref, event: 'resumed' }]))
  await again()
  await sendDue()
  await pass(5 * 86_400_000 + 1_000)
  await again()
  await sendDue()
  expect(await list()).toMatchObject([{ isOn: false, offReason: 'failing' }])
  expect((await app.call(outgoingWebhookApi.test, { params: { webhookID } }).as(admin)).body).toMatchObject({ error: 'webhook.isOff' })
})

test('a process that died while it sent costs nothing: the message goes again, under its id', async () => {
  const { webhook } = (await create()).body
  await close(await makeCase())
  const until = new Date(app.services.clock.now().getTime() + 120_000)
  await sql`update webhook_messages set attempts = 1, next_at = ${until}`.execute(app.services.db)
  expect(await sendDue()).toBe(0)
  await pass(121_000)
  expect(await sendDue()).toBe(1)
  expect(await log(webhook.webhookID)).toMatchObject([{ state: 'sent', attempts: 2 }])
})

test('one system that is slow holds up no other', async () => {
  const slow = createServer(() => undefined).listen(0, '127.0.0.1')
  await new Promise((done) => slow.once('listening', done))
  const slowUrl = `http://127.0.0.1:${(slow.address() as AddressInfo).port}/in`
  await create()
  await create({ name: 'Traag' })
  await sql`update outgoing_webhooks set url = ${slowUrl} where name = 'Traag'`.execute(app.services.db)
  const ref = await makeCase()
  await close(ref)
  const config = { ...app.services.config, allowPrivateHosts: ['127.0.0.1'] }
  const sender = openWebhookSender({ ...app.services, config })
  expect(await sender.sendDue()).toBe(2)
  await expect.poll(() => heard.length).toBe(1)
  await app.services.db.transaction().execute((tx) => recordTimeline(tx, [{ ...ref, event: 'resumed' }]))
  await expect.poll(async () => (await sender.sendDue(), heard.length)).toBe(2)
  slow.closeAllConnections()
  await new Promise((done) => slow.close(done))
  await sender.stop()
})

test('a new secret signs beside the former for a day', async () => {
  const { webhook, secret } = (await create()).body
  const params = { webhookID: webhook.webhookID }
  const renewed = (await app.call(outgoingWebhookApi.newSecret, { params }).as(admin)).body
  expect(renewed.secret).not.toBe(secret)
  await app.call(outgoingWebhookApi.test, { params }).as(admin)
  await sendDue()
  const [{ headers, body }] = heard as [Heard]
  for (const one of [secret, renewed.secret]) expect(isAccepted(one, { headers, body })).toBe(true)
  await pass(25 * 3_600_000)
  await sweepWebhooks(app.services.db, app.services.clock.now())
  await app.call(outgoingWebhookApi.test, { params }).as(admin)
  await sendDue()
  expect(heard[1]?.headers['webhook-signature']).not.toContain(' ')
  const { rows } = await sql<{ words: string }>`select row_to_json(w)::text as words from outgoing_webhooks w`.execute(app.services.db)
  expect(rows[0]?.words).not.toContain(renewed.secret)
})

test('an address inside our network, a name in a URL and what is no URL are refused', async () => {
  for (const wrong of [
    'http://10.0.0.1/x',
    'https://127.0.0.1/x',
    'https://u:p@example.nl/',
    'ftp://example.nl/',
    'geen url',
    'https://[::1]/x',
  ])
    expect((await create({ url: wrong })).body, wrong).toMatchObject({ error: 'webhook.urlInvalid', field: 'url' })
  expect((await create({ name: ' ' })).body).toMatchObject({ error: 'webhook.nameMissing' })
  expect((await create({ types: [] })).body).toMatchObject({ error: 'webhook.typesMissing' })
  await create()
  expect((await create({ name: 'BOEKHOUDING' })).body).toMatchObject({ error: 'webhook.nameTaken' })
  // A name that led to the internet when it was saved, and leads inside now.
  await sql`update outgoing_webhooks set url = 'https://localhost:4443/x'`.execute(app.services.db)
  await close(await makeCase())
  await sendDue()
  expect((await log((await list())[0]?.webhookID ?? 0))[0]).toMatchObject({ state: 'queued', fault: 'refused', status: null })
})

test('a webhook of another customer is answered as one that is not there', async () => {
  const { webhook } = (await create()).body
  await close(await makeCase())
  const [message] = await log(webhook.webhookID)
  const params = { webhookID: webhook.webhookID }
  const ofMessage = { ...params, webhookMessageID: message?.webhookMessageID ?? 0 }
  const body = { ...parts, url, isOn: true, version: 1 }
  const answers = [
    await app.call(outgoingWebhookApi.list, { query: { customerID } }).as(stranger),
    await create({}, stranger),
    await app.call(outgoingWebhookApi.change, { params, body }).as(stranger),
    await app.call(outgoingWebhookApi.remove, { params }).as(stranger),
    await app.call(outgoingWebhookApi.newSecret, { params }).as(stranger),
    await app.call(outgoingWebhookApi.test, { params }).as(stranger),
    await app.call(outgoingWebhookApi.messages, { params, query: { limit: 5 } }).as(stranger),
    await app.call(outgoingWebhookApi.message, { params: ofMessage }).as(stranger),
    await app.call(outgoingWebhookApi.replay, { params: ofMessage }).as(stranger),
    await app.call(outgoingWebhookApi.replayFailed, { params }).as(stranger),
  ]
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
  expect((await app.call(outgoingWebhookApi.remove, { params }).as(admin)).status).toBe(204)
  expect(await sendDue()).toBe(0)
})

test('the log ends after its days; what still waits stays', async () => {
  const { webhook } = (await create()).body
  const ref = await makeCase()
  await close(ref)
  await sendDue()
  await pass(31 * 86_400_000)
  await sweepWebhooks(app.services.db, app.services.clock.now())
  expect(await log(webhook.webhookID)).toEqual([])
})
