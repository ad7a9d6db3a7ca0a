import { afterEach, beforeEach, expect, test } from 'vitest'
import { openMolliePeer } from '../../../../test/mollie-peer.ts'
import { openPaymentStory, type PaymentStory } from '../../../../test/payment-story.ts'
import { checkPaymentsUnderWay } from '../../../modules/payment-links/payment-housekeeping.ts'
import { receivePaymentNews } from '../../../modules/payment-links/record-payment.ts'
import { readConfig } from '../../../platform/config.ts'
import { makeTempFolder } from '../../../../test/make-temp-folder.ts'
import { installationAccount, openMolliePayment } from './mollie-payment.ts'
import { fetchedOf, mollieAmount, statusOf } from './mollie-words.ts'

let peer: Awaited<ReturnType<typeof openMolliePeer>>
let story: PaymentStory
beforeEach(async () => {
  peer = await openMolliePeer()
  story = await openPaymentStory({ ...peer.env, PUBLIC_URL: 'https://betalen.example' })
})
afterEach(async () => {
  await story.close()
  await peer.close()
})

const pay = async () => (await story.send(`${story.page}/pay`)).to
const lastId = () => peer.ids().at(-1) ?? ''
// As Mollie does it: a form with the id alone.
const hear = (id: string) => story.services.gateways.payment.readWebhook(Buffer.from(`id=${encodeURIComponent(id)}`), {})
const news = (id: string) => receivePaymentNews(story.services, 'mollie', Buffer.from(`id=${id}`), {})

test('an amount is a text of two decimals, without a fraction in between', () => {
  const of = (amountCents: number) => mollieAmount({ amountCents, currency: 'EUR' }).value
  expect([1, 10, 99, 100, 12_345, 5_000_000].map(of)).toEqual(['0.01', '0.10', '0.99', '1.00', '123.45', '50000.00'])
})

test('authorized money is not there yet; every other word is one that we share', () => {
  const words = ['open', 'pending', 'authorized', 'paid', 'canceled', 'expired', 'failed'] as const
  expect(words.map((status) => statusOf({ status }))).toEqual(['open', 'pending', 'pending', 'paid', 'canceled', 'expired', 'failed'])
})

test('the payer goes to the page that Mollie names, and the news of it closes the case', async () => {
  await story.open(story.page)
  expect(await pay()).toBe(`https://www.mollie.com/checkout/${lastId()}`)
  expect(peer.orders.at(-1)).toEqual({
    amount: { currency: 'EUR', value: '123.45' },
    description: 'Bakkerij & Zoon F-2026-17',
    redirectUrl: `https://betalen.example${story.page}/return`,
    webhookUrl: 'https://betalen.example/api/hooks/mollie',
    method: 'ideal',
    locale: 'nl_NL',
    metadata: { link: String(story.linkId) },
  })
  expect(await story.link()).toMatchObject({ state: 'bank_opened', provider: 'mollie', simulated: false, provider_ref: lastId() })
  peer.becomes(lastId(), 'paid')
  expect(await news(lastId())).toBe(true)
  expect(await story.theCase()).toMatchObject({ status: 'closed', result: 'BET', paid_cents: 12_345 })
})

test('two clicks make one payment, and so does one after a restart between asking and saving', async () => {
  const [one, other] = await Promise.all([pay(), pay()])
  expect(one).toBe(other)
  await story.db.updateTable('payment_links').set({ provider_ref: null, state: 'created' }).execute()
  await story.db.deleteFrom('payment_attempts').execute()
  expect(await pay()).toBe(one)
  expect(peer.ids().length).toBe(1)
})

test('a webhook says nothing by itself: what Mollie answers to our question counts, however often it comes', async () => {
  await pay()
  const id = lastId()
  await Promise.all(Array.from({ length: 100 }, () => news(id)))
  expect(await story.theCase()).toMatchObject({ status: 'open' })
  peer.becomes(id, 'paid')
  await Promise.all(Array.from({ length: 100 }, () => news(id)))
  expect((await story.db.selectFrom('payments').select('amount_cents').execute()).map((row) => row.amount_cents)).toEqual([12_345])
  // Older news that is late changes nothing.
  peer.becomes(id, 'open')
  await news(id)
  expect(await story.link()).toMatchObject({ state: 'paid' })
})

test('who guesses ids learns nothing: the answer is the same, and Mollie is not asked', async () => {
  peer.set('hangUp')
  expect(await news('tr_ZZZZZZZZZZ')).toBe(true)
  expect(hear('../../v2/refunds')).toEqual([])
  expect(hear('tr_1%0d%0aX: y')).toEqual([])
  expect(hear('')).toEqual([])
})

test.each(['busy', 'down', 'hangUp', 'otherAmount', 'noCheckout', 'nonsense'] as const)(
  'where Mollie is %s the page says so, and the link stays to be paid',
  async (mode) => {
    peer.set(mode)
    expect(await story.send(`${story.page}/pay`)).toMatchObject({ status: 503 })
    peer.set('take')
    expect(await pay()).toBe(`https://www.mollie.com/checkout/${lastId()}`)
  },
)

test('of a payment whose webhook never came the status is asked for', async () => {
  await pay()
  peer.becomes(lastId(), 'paid')
  story.clock.advance(31 * 60_000)
  await checkPaymentsUnderWay(story.services)
  expect(await story.theCase()).toMatchObject({ status: 'closed', result: 'BET' })
})

test.each(['canceled', 'expired', 'failed'] as const)('after %s the same link can be paid anew', async (status) => {
  await pay()
  const first = lastId()
  peer.becomes(first, status)
  await news(first)
  story.clock.advance(16 * 60_000)
  await pay()
  expect(lastId()).not.toBe(first)
  peer.becomes(lastId(), 'paid')
  await news(lastId())
  expect(await story.link()).toMatchObject({ state: 'paid' })
})

test('a key that is wrong, and a payment that Mollie does not take, are told apart', async () => {
  const config = readConfig({ DATA_DIR: makeTempFolder('mollie'), ...peer.env, PUBLIC_URL: 'https://betalen.example' })
  const open = (apiKey: string) => openMolliePayment(config, installationAccount({ apiKey, url: peer.env.MOLLIE_URL }))
  const order = {
    linkId: 1,
    amountCents: 100,
    currency: 'EUR',
    description: 'x',
    locale: 'nl',
    returnUrl: 'https://a.example/',
    webhookUrl: 'https://a.example/',
  } as const
  const wrongKey = open(`live_${'b'.repeat(30)}`)
  await expect(wrongKey.createPayment({ ...order, idempotencyKey: 'a' })).rejects.toMatchObject({
    name: 'GatewayUnavailable',
    fault: 'signIn',
  })
  const right = open(peer.env.MOLLIE_API_KEY)
  await expect(right.createPayment({ ...order, amountCents: 5_000_001, idempotencyKey: 'b' })).rejects.toMatchObject({
    name: 'GatewayRefused',
    code: '422',
  })
  await expect(right.fetchPayment('tr_gone000000')).rejects.toMatchObject({ name: 'GatewayRefused', code: 'unknown' })
  expect([open(`test_${'c'.repeat(30)}`).simulated, right.simulated]).toEqual([true, false])
})

test('who waits for a Mollie that says nothing is let go, and the payment may be asked for again', async () => {
  const config = readConfig({ DATA_DIR: makeTempFolder('mollie'), ...peer.env, PUBLIC_URL: 'https://betalen.example' })
  const account = installationAccount({ apiKey: peer.env.MOLLIE_API_KEY, url: peer.env.MOLLIE_URL })
  const impatient = openMolliePayment({ ...config, timeoutMs: 200 }, account)
  peer.set('silent')
  await expect(impatient.fetchPayment('tr_abcdefghij')).rejects.toMatchObject({ name: 'GatewayUnavailable', fault: 'unreachable' })
})

test('what Mollie says of a payment is read whole: its amount, its currency and our link', () => {
  const payment = (change: object) =>
    fetchedOf({ id: 'tr_abcd', status: 'paid', amount: { currency: 'EUR', value: '50000.07' }, metadata: { link: '12' }, ...change })
  expect(payment({})).toEqual({ status: 'paid', amountCents: 5_000_007, currency: 'EUR', linkId: 12 })
  for (const metadata of [undefined, null, 'x', { link: 12 }, { link: '1e3' }])
    expect(payment({ metadata })).toMatchObject({ linkId: null })
  for (const value of ['12', '12.3', '1,23', '-1.00', ''])
    expect(() => payment({ amount: { currency: 'EUR', value } })).toThrow('no amount')
})

test('on an address that Mollie cannot reach no webhook is asked for', async () => {
  const local = await openPaymentStory(peer.env)
  try {
    await local.send(`${local.page}/pay`)
    expect(peer.orders.at(-1)).not.toHaveProperty('webhookUrl')
  } finally {
    await local.close()
  }
})
