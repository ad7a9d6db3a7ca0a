import { createHmac } from 'node:crypto'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/database.ts'
import { GatewayRefused } from '../../gateway-errors.ts'
import type { SimulatedEvents } from '../../simulated-events.ts'
import { mustBeSigned, webhookKey } from '../../webhook-signature.ts'
import type { PaymentGateway } from '../payment-gateway.ts'
import { readSimulatedNews } from './read-simulated-news.ts'
import { type Bank, bankPages, decideAndSay } from './bank-pages.ts'
import { bookOrder, findSimulatedPayment, newsNameOf, simulatedNews } from './simulated-books.ts'

const name = simulatedNews.sim

type Options = {
  db: Db
  clock: Clock
  secretKey: Buffer
  /** Where the payer's browser finds the bank. */
  publicUrl: string
  events: SimulatedEvents
}

/** A sandbox bank that behaves as a real provider: books of its own, a checkout page, and a signed webhook over HTTP that names the payment only. */
export function openSimulatedPayment({ db, clock, secretKey, publicUrl, events }: Options): PaymentGateway {
  const key = webhookKey(secretKey, name)
  const bank: Bank = {
    db,
    clock,
    async sendNews(id, afterMs) {
      const of = newsNameOf(id)
      if (of !== null) await events.schedule(of, [{ afterMs, event: { id } }])
    },
  }
  return {
    name,
    simulated: true,
    method: 'iDEAL | Wero',
    checkoutOrigin: new URL(publicUrl).origin,
    pages: bankPages(bank),
    decideSimulated: (providerRef, decision) => decideAndSay(bank, providerRef, decision),
    async createPayment(order) {
      // Made from the key, so that the same key finds the same payment; nobody else can compute it.
      const providerRef = `sim_${createHmac('sha256', key).update(order.idempotencyKey).digest('base64url').slice(0, 22)}`
      await bookOrder(db, providerRef, order, clock.now())
      return { providerRef, checkoutUrl: `${publicUrl}/simulated/bank/${providerRef}?lang=${order.locale}` }
    },
    async fetchPayment(providerRef) {
      const payment = await findSimulatedPayment(db, providerRef, clock.now())
      if (!payment) throw new GatewayRefused('unknown', 'the bank does not know this payment')
      return { status: payment.status, amountCents: payment.amount_cents, currency: payment.currency, linkId: null }
    },
    readWebhook(rawBody, headers) {
      mustBeSigned(key, rawBody, headers, clock.now())
      return readSimulatedNews(rawBody)
    },
  }
}
