import { afterEach, beforeEach, expect, test } from 'vitest'
import { customerKey, openMolliePeer } from '../../../test/mollie-peer.ts'
import { openPaymentStory, type PaymentStory } from '../../../test/payment-story.ts'
import { paymentNameOf, secretPurpose } from '../../gateways/registered-provider.ts'
import { encrypt } from '../../platform/security/encryption.ts'
import { checkPaymentsUnderWay } from './payment-housekeeping.ts'
import { receivePaymentNews } from './record-payment.ts'

let peer: Awaited<ReturnType<typeof openMolliePeer>>
let story: PaymentStory
beforeEach(async () => {
  peer = await openMolliePeer()
  story = await openPaymentStory({ ALLOW_PRIVATE_HOSTS: peer.env.ALLOW_PRIVATE_HOSTS, PUBLIC_URL: 'https://betalen.example' })
})
afterEach(async () => {
  await story.close()
  await peer.close()
})

/** The customer registers an account at Mollie, and the case gets a link. */
async function openAccount(name = 'Mollie') {
  const { db, customerId: customer_id, services } = story
  await db.updateTable('providers').set({ is_default: false }).execute()
  const settings = JSON.stringify({ kind: 'mollie', url: peer.url, method: 'ideal', locale: 'fr_BE' })
  const row = { customer_id, channel: 'payment', kind: 'mollie', name, settings, is_default: true }
  const { id } = await db.insertInto('providers').values(row).returning('id').executeTakeFirstOrThrow()
  const secret = encrypt(services.config.secretKey, customerKey, secretPurpose({ customerId: customer_id, id }))
  await db.updateTable('providers').set({ secret }).where('id', '=', id).execute()
  return { id, hook: paymentNameOf({ id, kind: 'mollie' }) }
}
async function openLink() {
  const { id, url } = await story.createLink({ idempotencyKey: `link:${Math.random()}` })
  const page = new URL(url).pathname
  return {
    page,
    pay: async () => (await story.send(`${page}/pay`)).to,
    row: () => story.db.selectFrom('payment_links').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  }
}
const lastId = () => peer.ids().at(-1) ?? ''
const hear = (hook: string, id: string) => receivePaymentNews(story.services, hook, Buffer.from(`id=${id}`), {})
const payments = async () => (await story.db.selectFrom('payments').select('amount_cents').execute()).map((row) => row.amount_cents)
const set = (id: number, values: object) => story.db.updateTable('providers').set(values).where('id', '=', id).execute()

test('a link is paid at the account of the customer, and its news comes by a webhook of its own', async () => {
  const { hook } = await openAccount()
  const { page, pay, row } = await openLink()
  expect((await story.open(page)).html).toContain('iDEAL | Wero')
  expect(await row()).toMatchObject({ provider: hook, simulated: false })
  expect(await pay()).toBe(`https://www.mollie.com/checkout/${lastId()}`)
  const webhookUrl = `https://betalen.example/api/hooks/${hook}`
  expect(peer.orders).toMatchObject([{ webhookUrl, locale: 'fr_BE', method: 'ideal', amount: { value: '123.45' } }])
  peer.becomes(lastId(), 'paid')
  expect(await hear(hook, lastId())).toBe(true)
  expect(await story.theCase()).toMatchObject({ status: 'closed', result: 'BET', paid_cents: 12_345 })
})

test('news is answered alike for an id that is ours and one that is not, and comes by no other path', async () => {
  const { id, hook } = await openAccount()
  const { pay } = await openLink()
  await pay()
  peer.becomes(lastId(), 'paid')
  const askedBefore = peer.asked.length
  expect(await hear(hook, 'tr_ZZZZZZZZZZ')).toBe(true)
  expect(peer.asked.length).toBe(askedBefore)
  for (const other of ['mollie', `mollie-${id + 1}`, `smtp-${id}`]) expect(await hear(other, lastId())).toBe(false)
  expect(await payments()).toEqual([])
})

test('the same news a hundred times at once books once, and older news that is late changes nothing', async () => {
  const { hook } = await openAccount()
  const { pay, row } = await openLink()
  await pay()
  peer.becomes(lastId(), 'paid')
  await Promise.all(Array.from({ length: 100 }, () => hear(hook, lastId())))
  peer.becomes(lastId(), 'pending')
  await hear(hook, lastId())
  expect(await payments()).toEqual([12_345])
  expect(await row()).toMatchObject({ state: 'paid' })
})

test.each(['otherAmount', 'otherLink'] as const)('a payment that is paid but is not ours (%s) is not booked', async (mode) => {
  const { hook } = await openAccount()
  const { pay, row } = await openLink()
  await pay()
  peer.becomes(lastId(), 'paid')
  peer.set(mode)
  expect(await hear(hook, lastId())).toBe(true)
  expect(await payments()).toEqual([])
  expect(await story.theCase()).toMatchObject({ status: 'open' })
  expect(await row()).toMatchObject({ state: 'link_clicked', provider_ref: null })
  const { detail } = await story.db.selectFrom('payment_events').select('detail').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
  expect(detail).toMatchObject({ reason: 'otherPayment' })
})

test('an attempt stays with the account that has it when the customer changes to another one', async () => {
  const first = await openAccount('Eerste')
  const { pay, row } = await openLink()
  const checkout = await pay()
  const second = await openAccount('Tweede')
  expect(await pay()).toBe(checkout)
  expect(await row()).toMatchObject({ provider: first.hook })
  peer.becomes(lastId(), 'canceled')
  await hear(first.hook, lastId())
  story.clock.advance(1_000)
  await pay()
  expect(await row()).toMatchObject({ provider: second.hook })
  expect(peer.orders.at(-1)).toMatchObject({ webhookUrl: `https://betalen.example/api/hooks/${second.hook}` })
})

test('while the account is off nobody begins to pay, and what is under way is finished', async () => {
  const { id, hook } = await openAccount()
  const [begun, other] = [await openLink(), await openLink()]
  await begun.pay()
  await set(id, { state: 'off' })
  expect(await story.send(`${other.page}/pay`)).toMatchObject({ status: 503, html: expect.stringContaining('Betalen lukt nu even niet') })
  peer.becomes(lastId(), 'paid')
  await hear(hook, lastId())
  expect(await begun.row()).toMatchObject({ state: 'paid' })
})

test('a real link never leads to the simulated bank, also when its account is gone', async () => {
  const { id } = await openAccount()
  const { page } = await openLink()
  await story.db.deleteFrom('providers').where('id', '=', id).execute()
  expect(await story.send(`${page}/pay`)).toMatchObject({ status: 503 })
  expect(await story.db.selectFrom('simulated_payments').selectAll().execute()).toEqual([])
})

test.each(['down', 'broken', 'hangUp', 'refuses'] as const)(
  'Mollie is %s: a friendly page, and the same click later works',
  async (mode) => {
    const { id } = await openAccount()
    const { page, pay, row } = await openLink()
    peer.set(mode)
    expect(await story.send(`${page}/pay`)).toMatchObject({ status: 503, html: expect.stringContaining('Betalen lukt nu even niet') })
    const troubles = () => story.db.selectFrom('provider_troubles').select('provider_id').execute()
    // A refusal says something of this payment alone.
    expect(await troubles()).toEqual(mode === 'refuses' ? [] : [{ provider_id: id }])
    // What was refused is over: the next click is a request of its own. What may have left is asked for by the same key.
    expect((await row()).bank_opened_at === null).toBe(mode === 'refuses')
    peer.set('take')
    expect(await pay()).toBe(`https://www.mollie.com/checkout/${lastId()}`)
    expect(await troubles()).toEqual([])
  },
)

test('where Mollie is down at the moment of its news, it is asked again later', async () => {
  const { hook } = await openAccount()
  const { pay, row } = await openLink()
  await pay()
  peer.becomes(lastId(), 'paid')
  peer.set('down')
  await expect(hear(hook, lastId())).rejects.toMatchObject({ name: 'GatewayUnavailable' })
  peer.set('take')
  story.clock.advance(31 * 60_000)
  await checkPaymentsUnderWay(story.services)
  expect(await row()).toMatchObject({ state: 'paid' })
})
