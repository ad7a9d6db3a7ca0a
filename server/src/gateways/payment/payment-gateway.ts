import type { Locale } from '@regie/contract/locale.ts'
import type { PageRoute } from '../../platform/http/page-route.ts'
import type { WebhookHeaders } from '../message-gateway.ts'

/** Where one attempt to pay stands, in the words that iDEAL and Mollie share. All but open and pending are final. */
export type ProviderPaymentStatus = 'open' | 'pending' | 'paid' | 'canceled' | 'expired' | 'failed'

export type PaymentOrder = {
  amountCents: number
  currency: string
  /** What the payer reads at the bank: creditor and reference, nothing of the person. */
  description: string
  locale: Locale
  returnUrl: string
  webhookUrl: string
  /** The number of our link, which the provider keeps with the payment. */
  linkId: number
  /** The same key gives the same payment, so a double click pays once. */
  idempotencyKey: string
}

/** A payment as its provider has it. `linkId`: the link for which we asked for it; null: the provider does not say. */
export type FetchedPayment = { status: ProviderPaymentStatus; amountCents: number; currency: string; linkId: number | null }

/** A provider of payments, the whole promise. Its webhook names payments only; what became of them is asked with fetchPayment. */
export type PaymentGateway = {
  name: string
  simulated: boolean
  /** The brand on the button. A fact of the provider, not a text: iDEAL became iDEAL | Wero in 2026 and will be Wero. */
  method: string
  /** Where its checkout pages stand, as a source of a content security policy: the only place outside to which our payment page may send a form. */
  checkoutOrigin: string
  /** Throws GatewayUnavailable when the provider does not answer, GatewayRefused when it will not take this payment. */
  createPayment(order: PaymentOrder): Promise<{ providerRef: string; checkoutUrl: string }>
  /** Throws GatewayUnavailable when the provider does not answer, GatewayRefused when it does not know the payment. */
  fetchPayment(providerRef: string): Promise<FetchedPayment>
  /** Checks who speaks (WebhookRefused) and answers which payments have news. */
  readWebhook(rawBody: Buffer, headers: WebhookHeaders): string[]
  /** Pages that the provider wants served under our address; only a simulated bank has them. */
  pages?: readonly PageRoute<unknown>[]
  /** What a simulated payer decides there, as the button of its page does; only a simulated bank has it. */
  decideSimulated?(providerRef: string, decision: 'paid' | 'canceled'): Promise<void>
}
