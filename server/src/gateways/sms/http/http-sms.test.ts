import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { HttpSmsKind } from '@regie/contract/sms-providers.ts'
import { fakeClock } from '../../../../test/fake-clock.ts'
import { readConfig } from '../../../platform/config.ts'
import { encrypt } from '../../../platform/security/encryption.ts'
import { GatewayBusy, GatewayRefused, GatewayUnavailable, GatewayUncertain, WebhookRefused } from '../../gateway-errors.ts'
import { providerHookUrl } from '../../provider-hook.ts'
import { type RegisteredProvider, secretPurpose } from '../../registered-provider.ts'
import { openHttpSmsRegistry } from './http-sms-registry.ts'
import { twilioSignature } from './twilio.ts'

type Asked = { method: string; url: string; headers: http.IncomingHttpHeaders; body: string }
let server: http.Server
let asked: Asked[] = []
let answer: { status: number; body: string; hangUp?: boolean }
let port = 0
beforeEach(async () => {
  asked = []
  server = http.createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      asked.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body })
      if (answer.hangUp) return request.socket.destroy()
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ;({ port } = server.address() as AddressInfo)
})
afterEach(() => new Promise((resolve) => server.close(resolve)))

const clock = fakeClock('2026-11-20T10:00:00Z')
const sms = { id: '812', to: '+31612345678', from: 'Acme', text: 'Beste Zoë € & +' }

function open(kind: HttpSmsKind, change: { url?: string; sender?: string } = {}) {
  const config = readConfig({ DATA_DIR: '/tmp/regie-none', ALLOW_PRIVATE_HOSTS: `127.0.0.1:${port}` })
  const settings = { kind, url: `http://127.0.0.1:${port}`, user: kind === 'twilio' ? 'AC1' : '', sender: '', ...change }
  const named = { customerId: 3, id: 9 }
  const provider: RegisteredProvider = {
    ...{ ...named, channel: 'sms', name: kind, settings, dkimKey: null, state: 'active', version: 1 },
    secret: encrypt(config.secretKey, 'sleutel', secretPurpose(named)),
  }
  const registry = openHttpSmsRegistry(config, clock)
  const hook = (call: { query?: string; body?: string; headers?: Record<string, string> }) =>
    registry.readHook(provider, {
      query: new URLSearchParams(call.query ?? ''),
      rawBody: Buffer.from(call.body ?? ''),
      headers: call.headers ?? { 'content-type': 'application/json' },
    })
  return {
    send: (more: object = {}) => registry.gatewayOf(provider).send({ ...sms, ...more }),
    registry,
    provider,
    hook,
    webhookUrl: providerHookUrl(config, provider),
  }
}

test('CM: the key in the body, our number as reference, its numbers as codes', async () => {
  const { send, registry, provider, hook } = open('cm')
  answer = { status: 200, body: '{"details":"","errorCode":0,"messages":[]}' }
  expect(await send()).toEqual({ providerRef: '9:812' })
  expect(asked[0]).toMatchObject({ method: 'POST', url: '/v1.0/message' })
  expect(JSON.parse(asked[0]?.body ?? '')).toEqual({
    messages: {
      authentication: { productToken: 'sleutel' },
      msg: [
        {
          ...{ from: 'Acme', to: [{ number: '0031612345678' }], body: { type: 'AUTO', content: sms.text }, reference: '812' },
          ...{ minimumNumberOfMessageParts: 1, maximumNumberOfMessageParts: 8, allowedChannels: ['SMS'] },
        },
      ],
    },
  })
  answer = { status: 400, body: '{"errorCode":201,"messages":[{"messageErrorCode":303,"messageDetails":"Invalid MSISDN"}]}' }
  await expect(send()).rejects.toMatchObject({ name: 'GatewayRefused', code: '303', message: 'Invalid MSISDN' })
  answer = { status: 200, body: '{"errorCode":103,"details":"bad token"}' }
  await expect(send()).rejects.toMatchObject({ name: 'GatewayUnavailable', fault: 'signIn' })
  await expect(registry.test(provider)).rejects.toMatchObject({ fault: 'signIn' })
  answer = { status: 400, body: '{"errorCode":203,"details":"no messages"}' }
  await registry.test(provider)
  const report = (code: string, reference = '812') =>
    hook({
      body: JSON.stringify({
        messages: { msg: { received: '', to: '', reference, status: { code, errorCode: 30, errorDescription: 'Absent' } } },
      }),
    })
  expect(report('delivered').updates).toEqual([{ eventKey: '9:812:delivered', providerRef: '9:812', state: 'delivered', at: clock.now() }])
  expect(report('failed').updates[0]).toMatchObject({ state: 'failed', reason: '30 Absent' })
  expect(report('sent').updates).toEqual([])
  expect(() => hook({ body: '[1,2' })).toThrow(WebhookRefused)
  expect(() => hook({ body: 'x'.repeat(70_000) })).toThrow(WebhookRefused)
  expect(report('constructor').updates).toEqual([])
  expect(() => report('failed', '8'.repeat(201))).toThrow(WebhookRefused)
})

test('CM: what somebody answers is named by its moment and words; the reference is that of our message', () => {
  const { hook } = open('cm')
  const written = (text: string, timeUtc: string) => {
    const body = { from: { number: '003161\u00002345678' }, to: { number: '0031\u00006000' }, message: { text }, reference: '812', timeUtc }
    return hook({ body: JSON.stringify(body) }).incoming
  }
  const [first] = written('Ja', '2026-11-20T09:59:00')
  expect(first).toMatchObject({ from: '+31612345678', to: '00316000', text: 'Ja' })
  const keys = [first, ...written('Stop', '2026-11-20T09:59:30'), ...written('Ja', '2026-11-20T09:59:40')].map((sms) => sms?.key)
  expect(new Set(keys).size).toBe(3)
  clock.advance(120_000)
  expect(written('Ja', '2026-11-20T09:59:00')[0]?.key).toBe(first?.key)
  clock.advance(-120_000)
})

test('CM: no message arrives after its hours', async () => {
  const { send } = open('cm')
  answer = { status: 200, body: '{"details":"","errorCode":0,"messages":[]}' }
  await send({ validUntil: new Date('2026-11-20T11:30:10Z') })
  expect(JSON.parse(asked[0]?.body ?? '').messages.msg[0]).toMatchObject({ validity: '2026-11-20 11:30:10 GMT' })
})

test('MessageBird: a reference, a validity and a report by GET', async () => {
  const { send, registry, provider, hook, webhookUrl } = open('messagebird', { sender: 'Incasso' })
  answer = { status: 201, body: '{"id":"e8077d803532c0b5937c639b60216938"}' }
  expect(await send({ validUntil: new Date('2026-11-20T11:00:00Z') })).toEqual({ providerRef: '9:812' })
  expect(asked[0]).toMatchObject({ method: 'POST', url: '/messages', headers: { authorization: 'AccessKey sleutel' } })
  expect(JSON.parse(asked[0]?.body ?? '')).toEqual({
    ...{ originator: 'Incasso', recipients: ['31612345678'], body: sms.text, reference: '812', reportUrl: webhookUrl },
    ...{ datacoding: 'auto', validity: 3600 },
  })
  answer = { status: 422, body: '{"errors":[{"code":9,"description":"no (correct) recipients found"}]}' }
  await expect(send()).rejects.toBeInstanceOf(GatewayRefused)
  answer = { status: 401, body: '{"errors":[{"code":2,"description":"Request not allowed"}]}' }
  await expect(send()).rejects.toBeInstanceOf(GatewayUnavailable)
  await expect(registry.test(provider)).rejects.toMatchObject({ fault: 'signIn' })
  expect(hook({ query: 'id=e80&reference=812&recipient=31612345678&status=expired' }).updates).toMatchObject([
    { eventKey: '9:812:expired', providerRef: '9:812', state: 'failed', reason: 'expired' },
  ])
  expect(hook({ query: 'id=e80&reference=812&status=buffered' })).toEqual({ updates: [], incoming: [] })
  expect(hook({ query: 'id=e80&reference=812&status=constructor' })).toEqual({ updates: [], incoming: [] })
  expect(() => hook({ query: `reference=${'8'.repeat(201)}&status=expired` })).toThrow(WebhookRefused)
  expect(hook({ query: 'id=7%008&originator=3161%002345678&recipient=31%006&body=ja' }).incoming).toMatchObject([
    { key: '78', from: '+31612345678', to: '316' },
  ])
  expect(hook({ query: 'id=77&originator=31612345678&recipient=316&body=hallo' }).incoming).toMatchObject([
    { key: '77', from: '+31612345678' },
  ])
  expect(() => hook({ query: 'zomaar=iets' })).toThrow(WebhookRefused)
})

test('Twilio: a form, and a webhook that is signed over its address and fields', async () => {
  const { send, registry, provider, hook, webhookUrl } = open('twilio')
  answer = { status: 201, body: '{"sid":"SM12","status":"queued"}' }
  expect(await send()).toEqual({ providerRef: '9:SM12' })
  expect(asked[0]).toMatchObject({ url: '/2010-04-01/Accounts/AC1/Messages.json' })
  expect(asked[0]?.headers.authorization).toBe(`Basic ${Buffer.from('AC1:sleutel').toString('base64')}`)
  expect(Object.fromEntries(new URLSearchParams(asked[0]?.body))).toEqual({
    To: sms.to,
    From: 'Acme',
    Body: sms.text,
    StatusCallback: webhookUrl,
  })
  answer = { status: 400, body: '{"code":21211,"message":"Invalid To","status":400}' }
  await expect(send()).rejects.toMatchObject({ name: 'GatewayRefused', code: '21211' })
  answer = { status: 401, body: '{"code":20003,"message":"Authenticate"}' }
  await expect(send()).rejects.toBeInstanceOf(GatewayUnavailable)
  await expect(registry.test(provider)).rejects.toMatchObject({ fault: 'signIn' })
  const form = new URLSearchParams({ MessageSid: 'SM12', MessageStatus: 'undelivered', ErrorCode: '30005' })
  const signed = (signature: string, body = form) =>
    hook({ body: body.toString(), headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature } })
  expect(signed(twilioSignature('sleutel', webhookUrl, form)).updates).toMatchObject([
    { providerRef: '9:SM12', state: 'failed', reason: '30005' },
  ])
  const strange = new URLSearchParams({ MessageSid: 'SM12', MessageStatus: 'constructor' })
  expect(signed(twilioSignature('sleutel', webhookUrl, strange), strange).updates).toEqual([])
  const endless = new URLSearchParams({ MessageSid: 'S'.repeat(201), MessageStatus: 'failed' })
  expect(() => signed(twilioSignature('sleutel', webhookUrl, endless), endless)).toThrow(WebhookRefused)
  expect(() => signed(twilioSignature('anders', webhookUrl, form))).toThrow(WebhookRefused)
  expect(() => signed('')).toThrow(WebhookRefused)
  // As Twilio documents its own signature.
  const example = new URLSearchParams({
    CallSid: 'CA1234567890ABCDE',
    Caller: '+14158675310',
    Digits: '1234',
    From: '+14158675310',
    To: '+18005551212',
  })
  expect(twilioSignature('12345', 'https://example.com/myapp.php?foo=1&bar=2', example)).toBe('L/OH5YylLD5NRKLltdqwSvS0BnU=')
  const written = new URLSearchParams({ MessageSid: 'SM13', SmsStatus: 'received', From: '+31612345678', To: '+316', Body: 'hallo' })
  expect(signed(twilioSignature('sleutel', webhookUrl, written), written).incoming).toMatchObject([{ key: 'SM13', text: 'hallo' }])
})

test.each(['cm', 'messagebird', 'twilio'] as const)('%s: what is down, too busy or silent ends in the right of four ways', async (kind) => {
  const { send } = open(kind)
  answer = { status: 429, body: '' }
  await expect(send()).rejects.toBeInstanceOf(GatewayBusy)
  answer = { status: 503, body: '' }
  await expect(send()).rejects.toBeInstanceOf(GatewayUnavailable)
  answer = { status: 500, body: 'oeps' }
  await expect(send()).rejects.toBeInstanceOf(GatewayUncertain)
  answer = { status: 200, body: '<html>nonsense</html>' }
  await expect(send()).rejects.toBeInstanceOf(GatewayUncertain)
  answer = { status: 200, body: '', hangUp: true }
  await expect(send()).rejects.toBeInstanceOf(GatewayUncertain)
  const before = asked.length
  await expect(open(kind, { url: 'http://169.254.169.254' }).send()).rejects.toMatchObject({ fault: 'notAllowed' })
  await expect(open(kind, { url: 'https://10.0.0.1' }).send()).rejects.toMatchObject({ fault: 'notAllowed' })
  expect(asked).toHaveLength(before)
})
