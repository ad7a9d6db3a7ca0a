import { afterEach, expect, test } from 'vitest'
import { openPaymentStory, type PaymentStory } from '../../../test/payment-story.ts'
import { runJobs } from '../../../test/run-jobs.ts'
import { settleMs } from '../../gateways/payment/simulated/simulated-books.ts'
import { closeCase } from '../cases/status/close-case.ts'
import { findCaseLinkUrl } from './case-link.ts'
import { checkPaymentsUnderWay, expirePaymentLinks } from './payment-housekeeping.ts'
import { recordPayment } from './record-payment.ts'

const minute = 60_000
const day = 24 * 60 * minute

let story: PaymentStory | undefined
afterEach(async () => {
  await story?.close()
  story = undefined
})
const open = async () => {
  story = await openPaymentStory()
  return story
}

test('a link ends after its last day, for the page at once and for the books by housekeeping', async () => {
  const { clock, db, open: visit, send, page, link, events } = await open()
  clock.set('2027-01-24T22:59:59Z')
  expect(await expirePaymentLinks(db, clock.now())).toBe(0)
  clock.set('2027-01-24T23:00:00Z')
  expect((await visit(page)).html).toContain('geldig tot en met 24 januari 2027')
  expect((await send(`${page}/pay`)).to).toBe(page)
  expect(await expirePaymentLinks(db, clock.now())).toBe(1)
  expect(await expirePaymentLinks(db, clock.now())).toBe(0)
  expect(await link()).toMatchObject({ state: 'expired' })
  expect(await events()).toEqual(['paymentLinkCreated', 'expired'])
})

test('money that comes after the link expired still counts', async () => {
  const { clock, db, goToBank, send, services, link, theCase } = await open()
  const bank = await goToBank()
  const ref = (await link()).provider_ref ?? ''
  await send(bank, { decision: 'paid' })
  clock.advance(20 * day)
  await expirePaymentLinks(db, clock.now())
  expect(await link()).toMatchObject({ state: 'expired' })
  await recordPayment(services, { provider: 'simulated-payment', providerRef: ref })
  expect(await link()).toMatchObject({ state: 'paid' })
  expect(await theCase()).toMatchObject({ status: 'closed', result: 'BET' })
})

test('a payment for a case that was closed already is recorded, and its result says so', async () => {
  const { db, customerId, caseId, goToBank, send, sayNews, link, theCase, events } = await open()
  const bank = await goToBank()
  await db.transaction().execute((tx) => closeCase(tx, { customerId, caseId }, 'BSL'))
  await send(bank, { decision: 'paid' })
  await sayNews()
  expect(await link()).toMatchObject({ state: 'paid' })
  expect(await theCase()).toMatchObject({ status: 'closed', result: 'BET', last_result: 'BET' })
  expect((await events()).filter((event) => ['closed', 'paid', 'resultSet'].includes(event))).toEqual(['closed', 'paid', 'resultSet'])
  const { paid } = await db.selectFrom('batch_counters').select('paid').executeTakeFirstOrThrow()
  expect(paid).toBe(1)
})

test('two bank pages both paid: the second payment is written down for staff', async () => {
  const { clock, goToBank, send, services, link, db, linkId, events, theCase } = await open()
  const first = await goToBank()
  const firstRef = (await link()).provider_ref ?? ''
  clock.advance(14 * minute)
  await send(first, { decision: 'pending' })
  await db.updateTable('simulated_payments').set({ status: 'paid' }).where('provider_ref', '=', firstRef).execute()
  // The link was given back before the bank changed its mind about the first payment.
  await db
    .updateTable('payment_links')
    .set({ state: 'link_clicked', provider_ref: null, bank_opened_at: null })
    .where('id', '=', linkId)
    .execute()
  await send(await goToBank(), { decision: 'paid' })
  clock.advance(settleMs)
  for (let i = 0; i < 3; i++)
    await recordPayment(services, { provider: 'simulated-payment', providerRef: (await link()).provider_ref ?? firstRef })
  expect((await events()).filter((event) => event === 'paid')).toHaveLength(2)
  expect((await events()).filter((event) => event === 'closed')).toHaveLength(1)
  expect(await theCase()).toMatchObject({ paid_cents: 2 * 12_345 })
})

test('who pays all has no other link of the case left to pay by', async () => {
  const { createLink, goToBank, send, sayNews, services, db } = await open()
  await createLink({ idempotencyKey: 'again' })
  await createLink({ idempotencyKey: 'part', amountCents: 4_000 })
  await send(await goToBank(), { decision: 'paid' })
  await sayNews()
  await runJobs(services)
  expect(await db.selectFrom('payment_links').select(['state', 'ended_for']).orderBy('id').execute()).toEqual([
    { state: 'paid', ended_for: null },
    { state: 'expired', ended_for: 'paid' },
    { state: 'expired', ended_for: 'paid' },
  ])
})

test('a second payment of a link counts for what else the case owes: it closes when nothing is open any more', async () => {
  const { clock, db, caseId, goToBank, send, services, link, theCase } = await open()
  await db
    .updateTable('cases')
    .set({ outstanding_cents: 2 * 12_345 })
    .where('id', '=', caseId)
    .execute()
  await goToBank()
  const first = (await link()).provider_ref ?? ''
  clock.advance(21 * minute)
  await checkPaymentsUnderWay(services)
  await send(await goToBank(), { decision: 'paid' })
  clock.advance(settleMs)
  await recordPayment(services, { provider: 'simulated-payment', providerRef: (await link()).provider_ref ?? '' })
  expect(await theCase()).toMatchObject({ status: 'open', paid_cents: 12_345 })
  // The bank took the first one after all.
  await db.updateTable('simulated_payments').set({ status: 'paid' }).where('provider_ref', '=', first).execute()
  for (let i = 0; i < 2; i++) await recordPayment(services, { provider: 'simulated-payment', providerRef: first })
  expect(await theCase()).toMatchObject({ status: 'closed', result: 'BET', paid_cents: 2 * 12_345 })
})

test('a payer who never comes back is asked about, and may be contacted again', async () => {
  const { clock, goToBank, services, link } = await open()
  await goToBank()
  clock.advance(21 * minute)
  await checkPaymentsUnderWay(services)
  expect(await link()).toMatchObject({ state: 'link_clicked', provider_ref: null, bank_opened_at: null })
})

test('a second click leads back to the same payment, until the bank has let go of it', async () => {
  const { clock, goToBank } = await open()
  const first = await goToBank()
  clock.advance(5 * minute)
  expect(await goToBank()).toBe(first)
  clock.advance(16 * minute)
  expect(await goToBank()).not.toBe(first)
})

test('paying while a message is being claimed: it has started before, or it is cancelled', async () => {
  const { db, goToBank, send, sayNews, queueMessage, theCase } = await open()
  const ids = await Promise.all(Array.from({ length: 20 }, (_, i) => queueMessage('queued', `m${i}`)))
  await send(await goToBank(), { decision: 'paid' })
  const startAll = async () => {
    let started = 0
    for (const { id } of ids) {
      await db
        .updateTable('outbox')
        .set({ state: 'claimed', owner: 1 })
        .where('communication_id', '=', id)
        .where('state', '=', 'queued')
        .execute()
      const row = await db
        .updateTable('outbox')
        .set({ state: 'started' })
        .where('communication_id', '=', id)
        .where('state', '=', 'claimed')
        .where('owner', '=', 1)
        .returning('communication_id')
        .executeTakeFirst()
      if (row) started += 1
    }
    return started
  }
  const [started] = await Promise.all([startAll(), sayNews()])
  const rows = await db.selectFrom('communications').select('state').execute()
  expect(await db.selectFrom('outbox').select('state').execute()).toEqual(Array.from({ length: started }, () => ({ state: 'started' })))
  expect(rows.filter((row) => row.state === 'cancelled')).toHaveLength(ids.length - started)
  expect(await theCase()).toMatchObject({ status: 'closed', result: 'BET' })
})

test('a link whose payer went back from the bank ends on its day as any other, and no text leads to it', async () => {
  const { db, clock, services, send, goToBank, sayNews, linkId, customerId, caseId } = await open()
  await send(await goToBank(), { decision: 'canceled' })
  await sayNews()
  const stateNow = async () => (await db.selectFrom('payment_links').select('state').where('id', '=', linkId).executeTakeFirst())?.state
  expect(await stateNow()).toBe('canceled')
  expect(await findCaseLinkUrl(db, services.config.publicUrl, { customerId, caseId })).toContain('/p/')
  clock.advance(20 * 24 * 3_600_000)
  expect(await expirePaymentLinks(db, clock.now())).toBe(1)
  expect(await stateNow()).toBe('expired')
  expect(await findCaseLinkUrl(db, services.config.publicUrl, { customerId, caseId })).toBeUndefined()
})
