import { createHmac } from 'node:crypto'
import { requestBrands, type RequestKind } from '@regie/contract/request-kinds.ts'
import type { PaymentState } from '@regie/contract/payments.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/database.ts'
import { GatewayRefused, WebhookRefused } from '../../gateway-errors.ts'
import { mustBeSigned, webhookKey } from '../../webhook-signature.ts'
import type { ProviderPaymentStatus } from '../payment-gateway.ts'
import type { PaymentRequestProvider } from '../payment-request-provider.ts'
import { readSimulatedNews } from './read-simulated-news.ts'
import { bookOrder, findSimulatedPayment, withdraw } from './simulated-books.ts'

type Options = { db: Db; clock: Clock; secretKey: Buffer; publicUrl: string }

const prefixes = { acceptemail: 'sae', mailtopay: 'smp' } as const satisfies Record<RequestKind, string>

// A try at the bank that failed leaves the request as it was.
const stateOf = {
  open: 'created',
  pending: 'in_progress',
  paid: 'paid',
  canceled: 'canceled',
  expired: 'expired',
  failed: 'created',
} as const satisfies Record<ProviderPaymentStatus, PaymentState>

/** Payment requests in the books of the simulated bank. As in life AcceptEmail reports what was paid, and MailToPay waits to be asked. */
export function openSimulatedRequests(kind: RequestKind, { db, clock, secretKey, publicUrl }: Options): PaymentRequestProvider {
  const name = `simulated-${kind}`
  const key = webhookKey(secretKey, name)
  return {
    kind,
    name,
    simulated: true,
    method: requestBrands[kind],
    checkoutOrigin: new URL(publicUrl).origin,
    checkMinutes: 1,
    async createRequest(order) {
      // Made from the key, so that the same request is found again; nobody else can compute it.
      const ref = createHmac('sha256', key).update(`${order.linkId}:${order.madeAt.toISOString()}`).digest('base64url').slice(0, 22)
      const providerRef = `${prefixes[kind]}_${ref}`
      await bookOrder(db, providerRef, { ...order, currency: 'EUR' }, clock.now())
      return { providerRef, pageUrl: `${publicUrl}/simulated/bank/${providerRef}`, imageUrls: [] }
    },
    findRequests: () => Promise.resolve([]),
    async fetchRequest(providerRef) {
      const payment = await findSimulatedPayment(db, providerRef, clock.now())
      if (!payment) throw new GatewayRefused('unknown', 'nobody knows this request')
      return { said: payment.status, state: stateOf[payment.status], amountCents: payment.amount_cents, linkId: null }
    },
    async cancelRequest(providerRef) {
      await withdraw(db, providerRef)
      return true
    },
    readWebhook(rawBody, headers) {
      if (kind === 'mailtopay') throw new WebhookRefused('this provider sends no news')
      mustBeSigned(key, rawBody, headers, clock.now())
      return readSimulatedNews(rawBody)
    },
  }
}
