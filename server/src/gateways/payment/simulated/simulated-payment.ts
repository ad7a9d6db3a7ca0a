import { createHmac } from 'node:crypto'
import * as z from 'zod/mini'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Log } from '../../../platform/log.ts'
import { GatewayRefused, WebhookRefused } from '../../gateway-errors.ts'
import { mustBeSigned, signWebhook, webhookKey } from '../../webhook-signature.ts'
import type { PaymentGateway } from '../payment-gateway.ts'
import { bookOrder, findSimulatedPayment } from './simulated-books.ts'

export const simulatedPaymentName = 'simulated-payment'
const News = z.object({ id: z.string().check(z.maxLength(100)) })

export type SimulatedPaymentOptions = {
  db: Db
  clock: Clock
  log: Pick<Log, 'warn'>
  secretKey: Buffer
  /** Where the payer's browser finds the bank. */
  publicUrl: string
  /** Where the bank tells its news: an address of this machine, for the public one may not be reachable from within. */
  webhookUrl: string
}

/** A sandbox bank that behaves as a real provider: books of its own, a checkout page, and a signed webhook over HTTP that names the payment only. */
export function openSimulatedPayment(options: SimulatedPaymentOptions): PaymentGateway & { tellNews(providerRef: string): Promise<void> } {
  const { db, clock, log, publicUrl, webhookUrl } = options
  const key = webhookKey(options.secretKey, simulatedPaymentName)
  return {
    name: simulatedPaymentName,
    simulated: true,
    method: 'iDEAL | Wero',
    async createPayment(order) {
      // Made from the key, so that the same key finds the same payment; nobody else can compute it.
      const providerRef = `sim_${createHmac('sha256', key).update(order.idempotencyKey).digest('base64url').slice(0, 22)}`
      await bookOrder(db, providerRef, order, clock.now())
      return { providerRef, checkoutUrl: `${publicUrl}/simulated/bank/${providerRef}?lang=${order.locale}` }
    },
    async fetchStatus(providerRef) {
      const payment = await findSimulatedPayment(db, providerRef, clock.now())
      if (!payment) throw new GatewayRefused('unknown', 'the bank does not know this payment')
      return payment.status
    },
    readWebhook(rawBody, headers) {
      mustBeSigned(key, rawBody, headers, clock.now())
      return [readNews(rawBody).id]
    },
    async tellNews(providerRef) {
      const body = JSON.stringify({ id: providerRef })
      try {
        const headers = { 'content-type': 'application/json', ...signWebhook(key, body, clock.now()) }
        const answer = await fetch(webhookUrl, { method: 'POST', headers, body, redirect: 'error', signal: AbortSignal.timeout(5_000) })
        await answer.body?.cancel()
        if (!answer.ok) log.warn({ status: answer.status }, 'the webhook of the simulated bank was refused')
      } catch (error) {
        // Lost news is part of the game: the return page and housekeeping ask for the status themselves.
        log.warn({ err: error }, 'the webhook of the simulated bank did not arrive')
      }
    },
  }
}

function readNews(rawBody: Buffer) {
  try {
    return News.parse(JSON.parse(rawBody.toString('utf8')))
  } catch (error) {
    throw new WebhookRefused('body unreadable', { cause: error })
  }
}
