import { afterEach, expect, test } from 'vitest'
import { openPaymentStory, type PaymentStory } from '../../../test/payment-story.ts'
import { settleMs } from '../../gateways/payment/simulated/simulated-books.ts'
import { signWebhook, webhookKey } from '../../gateways/webhook-signature.ts'

let story: PaymentStory | undefined
afterEach(async () => {
  await story?.close()
  story = undefined
})
const open = async () => {
  story = await openPaymentStory()
  return story
}

test('a payer follows the link, pays at the bank, and the case closes as paid with nothing left to send', async () => {
  const { goToBank, send, open: visit, sayNews, queueMessage, messages, theCase, link, events, states, db } = await open()
  await queueMessage('queued', 'later')
  await queueMessage('sent', 'earlier')
  const bank = await goToBank()
  expect(await send(bank, { decision: 'paid' })).toMatchObject({ status: 303, to: expect.stringMatching(/\/p\/[\w-]{22}\/return$/) })
  await sayNews()
  expect(await theCase()).toMatchObject({ status: 'closed', result: 'BET' })
  expect(await link()).toMatchObject({ state: 'paid', provider_ref: null, bank_opened_at: null, paid_at: expect.any(Date) })
  expect(await messages()).toEqual(['cancelled', 'sent'])
  expect(await db.selectFrom('batch_counters').selectAll().execute()).toEqual(
    await db.selectFrom('batch_counters_recounted').selectAll().execute(),
  )
  expect(await states()).toEqual(['created', 'link_clicked', 'bank_opened', 'paid'])
  expect((await events()).sort()).toEqual(['bank_opened', 'closed', 'emailCancelled', 'link_clicked', 'paid', 'paymentLinkCreated'])
  expect((await visit(`${new URL((await send(bank, {})).to).pathname}`)).html).toContain('Uw betaling is ontvangen op 10 januari 2027')
})

test('the payer who comes back sees the payment under way, and that it is paid before the webhook is there', async () => {
  const { goToBank, send, open: visit, page, theCase, link, clock, states } = await open()
  await send(await goToBank(), { decision: 'paid' })
  expect((await visit(`${page}/return`)).headers.refresh).toBe(`5; url=${page}/return`)
  expect(await link()).toMatchObject({ state: 'in_progress' })
  clock.advance(settleMs)
  expect((await visit(`${page}/return`)).html).toContain('<h1>Betaald</h1>')
  expect(await theCase()).toMatchObject({ status: 'closed', result: 'BET', paid_cents: 12_345, paid_on: '2027-01-10' })
  expect(await states()).toEqual(['created', 'link_clicked', 'bank_opened', 'in_progress', 'paid'])
})

test('the same webhook a hundred times at once has one effect', async () => {
  const { goToBank, send, post, services, link, events, db, clock } = await open()
  await send(await goToBank(), { decision: 'paid' })
  clock.advance(settleMs)
  const ref = (await link()).provider_ref
  const body = JSON.stringify({ events: [{ id: ref }] })
  const headers = signWebhook(webhookKey(services.config.secretKey, 'simulated-payment'), body, services.clock.now())
  const answers = await Promise.all(Array.from({ length: 100 }, () => post('simulated-payment', body, headers)))
  expect(answers.every((taken) => taken)).toBe(true)
  expect((await events()).filter((event) => event === 'paid' || event === 'closed').sort()).toEqual(['closed', 'paid'])
  expect(await db.selectFrom('batch_counters').select(['total', 'closed', 'paid', 'payment_links']).executeTakeFirst()).toEqual({
    total: 1,
    closed: 1,
    paid: 1,
    payment_links: 1,
  })
})

test('a forged signature changes nothing', async () => {
  const { goToBank, send, post, link } = await open()
  await send(await goToBank(), { decision: 'paid' })
  const body = JSON.stringify({ events: [{ id: (await link()).provider_ref }] })
  expect(await post('simulated-payment', body, { 'x-regie-timestamp': '1799582400000', 'x-regie-signature': 'f'.repeat(64) })).toBe(false)
  expect(await post('simulated-payment', body, {})).toBe(false)
  expect(await link()).toMatchObject({ state: 'bank_opened' })
})

test('news of a payment that is not ours is taken as any other, and changes nothing', async () => {
  const { goToBank, post, services, link, events } = await open()
  await goToBank()
  const before = await events()
  for (const id of ['sim_AAAAAAAAAAAAAAAAAAAAAA', 'sae_x', '', "'; drop table payments"]) {
    const body = JSON.stringify({ events: [{ id }] })
    const headers = signWebhook(webhookKey(services.config.secretKey, 'simulated-payment'), body, services.clock.now())
    expect(await post('simulated-payment', body, headers), id).toBe(true)
  }
  expect(await link()).toMatchObject({ state: 'bank_opened' })
  expect(await events()).toEqual(before)
})

test('who stops at the bank may try again', async () => {
  const { goToBank, send, sayNews, open: visit, page, link, clock } = await open()
  const first = await goToBank()
  await send(first, { decision: 'canceled' })
  await sayNews()
  expect(await link()).toMatchObject({ state: 'canceled', bank_opened_at: null })
  expect((await visit(`${page}/return`)).html).toContain('Betaling geannuleerd')
  clock.advance(60_000)
  const second = await goToBank()
  expect(second).not.toBe(first)
  expect(await link()).toMatchObject({ state: 'bank_opened' })
})

test('a payment that fails gives the link back and says so', async () => {
  const { goToBank, send, open: visit, page, link, events } = await open()
  await send(await goToBank(), { decision: 'failed' })
  expect((await visit(`${page}/return`)).html).toContain('De betaling is niet gelukt')
  expect(await link()).toMatchObject({ state: 'link_clicked' })
  expect(await events()).toContain('paymentFailed')
})

test('a payment in progress refreshes its page, and the bank is not opened a second time', async () => {
  const { goToBank, send, open: visit, page, link, clock } = await open()
  const bank = await goToBank()
  await send(bank, { decision: 'pending' })
  expect((await visit(`${page}/return`)).headers.refresh).toBe(`5; url=${page}/return`)
  expect(await link()).toMatchObject({ state: 'in_progress' })
  expect((await send(`${page}/pay`)).to).toBe(page)
  await send(bank, { decision: 'paid' })
  clock.advance(settleMs)
  expect((await visit(`${page}/return`)).html).toContain('<h1>Betaald</h1>')
})

test('a double click opens one payment', async () => {
  const { open: visit, send, page, db } = await open()
  await visit(page)
  const [first, second] = await Promise.all([send(`${page}/pay`), send(`${page}/pay`)])
  expect(first.to).toBe(second.to)
  expect(await db.selectFrom('payment_attempts').selectAll().execute()).toHaveLength(1)
})

test('the same key gives the same link', async () => {
  const { createLink, linkId, db } = await open()
  expect((await createLink({})).id).toBe(linkId)
  expect(await db.selectFrom('payment_links').selectAll().execute()).toHaveLength(1)
})
