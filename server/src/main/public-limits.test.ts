import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { signWebhook, webhookKey } from '../gateways/webhook-signature.ts'
import { newToken } from '../platform/security/secret-token.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ env: { TRUST_PROXY: '192.0.2.100' } })
})
afterAll(() => app.close())

type From = { address: string; headers?: Record<string, string> }
const get = (url: string, { address, headers = {} }: From) => app.app.inject({ url, remoteAddress: address, headers })
const post = (url: string, { address, headers = {} }: From, payload: string | object = '') =>
  app.app.inject({ method: 'POST', url, remoteAddress: address, headers, payload })

async function until429(ask: () => ReturnType<typeof get>, most: number) {
  for (let time = 1; time <= most; time++) {
    const answer = await ask()
    if (answer.statusCode === 429) return { time, answer }
  }
  throw new Error(`never refused in ${most} calls`)
}

async function linkOf(locale: string) {
  const one = await app.build.case({ locale })
  const token = newToken()
  await app.db
    .insertInto('payment_links')
    .values({
      customer_id: one.customerId,
      case_id: one.id,
      batch_id: one.batchId,
      token,
      provider: 'simulated',
      simulated: true,
      amount_cents: 1250,
      idempotency_key: token,
      expires_at: new Date(app.clock.now().getTime() + 86_400_000),
    })
    .execute()
  return token
}

test('whoever guesses payment links is stopped; the payer next door and the guesser who finds a true one are not', async () => {
  const token = await linkOf('fr')
  const guess = () => get(`/p/${newToken()}`, { address: '198.51.100.1', headers: { 'accept-language': 'fr-BE,fr;q=0.9' } })
  const { time, answer } = await until429(guess, 40)
  expect(time).toBeGreaterThan(20)
  expect(answer.headers).toMatchObject({ 'retry-after': expect.stringMatching(/^\d+$/), 'content-type': 'text/html; charset=utf-8' })
  expect(answer.body).toContain('lang="fr"')
  expect((await get(`/p/${token}`, { address: '198.51.100.1' })).statusCode).toBe(200)
  expect((await get(`/p/${newToken()}`, { address: '198.51.100.2' })).statusCode).toBe(404)
})

test('a flood of one payment page is refused in the language of the browser: no link is looked up for it', async () => {
  const token = await linkOf('fr')
  // Calls come back with time: on a slow machine a flood takes longer to be one.
  const flood = () => get(`/p/${token}`, { address: '198.51.100.3', headers: { 'accept-language': 'en-GB,en;q=0.9' } })
  const { answer } = await until429(flood, 3_000)
  expect(answer.body).toContain('lang="en"')
  expect(answer.headers['retry-after']).toMatch(/^\d+$/)
})

test('one link opens the bank a few times a minute, from however many addresses', async () => {
  const token = await linkOf('nl')
  let host = 1
  const { time } = await until429(() => post(`/p/${token}/pay`, { address: `203.0.113.${host++}` }), 40)
  expect(time).toBeGreaterThan(5)
})

test('the simulated bank refuses a flood in the language of its page', async () => {
  const { answer } = await until429(() => get('/simulated/bank/none?lang=eng', { address: '198.51.100.5' }), 400)
  expect(answer.headers['retry-after']).toMatch(/^\d+$/)
  expect(answer.body).toContain('lang="en"')
})

test('forged news is refused with a time to wait, while the true news of the same address passes in any number', async () => {
  const from = { address: '198.51.100.6', headers: { 'content-type': 'application/json' } }
  await until429(() => post('/api/hooks/simulated-payment', from, '{}'), 100)
  await until429(() => post('/api/hooks/nobody', from, '{}'), 100)
  const body = JSON.stringify({ events: [{ id: 'unknown' }] })
  const key = webhookKey(app.services.config.secretKey, 'simulated-payment')
  const signed = { ...from.headers, ...signWebhook(key, body, app.clock.now()) }
  const statuses = new Set<number>()
  for (let time = 0; time < 1_500; time++)
    statuses.add((await post('/api/hooks/simulated-payment', { ...from, headers: signed }, body)).statusCode)
  expect([...statuses]).toEqual([200])
})

test('behind our proxy it is the visitor who is counted, and nobody else names an address', async () => {
  const guess = (address: string, forwarded: string) => get(`/p/${newToken()}`, { address, headers: { 'x-forwarded-for': forwarded } })
  await until429(() => guess('192.0.2.100', '198.51.100.7'), 40)
  expect((await guess('192.0.2.100', '198.51.100.8')).statusCode).toBe(404)
  let forged = 1
  await until429(() => guess('198.51.100.9', `10.0.0.${forged++}`), 40)
})

test('one network of IPv6 is one address', async () => {
  let host = 1
  await until429(() => get(`/p/${newToken()}`, { address: `2001:db8:1:2::${host++}` }), 40)
})

test('signing in is bounded for each address, also with the right password', async () => {
  const { username, password } = await app.build.user()
  const login = () => post('/api/login', { address: '198.51.100.10', headers: { origin: app.origin } }, { username, password })
  const { answer } = await until429(login, 400)
  expect(answer.headers['retry-after']).toMatch(/^\d+$/)
})
