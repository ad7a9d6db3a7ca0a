import type { RequestKind } from '@regie/contract/request-kinds.ts'
import type { PaymentState } from '@regie/contract/payments.ts'
import type { WebhookHeaders } from '../message-gateway.ts'

/** What is asked of a payer, on a page of its own at the provider. Nothing in it is of the person: neither name nor address leaves. */
export type RequestOrder = {
  /** The number of our link, and the moment at which it was made: the same for the same request. */
  linkId: number
  madeAt: Date
  /** In euros: neither provider takes another currency. */
  amountCents: number
  /** By which the payment names the case. */
  reference: string
  creditor: string
  caseNumber: string
  invoiceNumber: string
  /** What the payer reads at the bank: creditor and reference. */
  description: string
  /** The days, in Amsterdam, on which it is made and on which it can be paid for the last time. */
  madeOn: string
  dueOn: string
  /** The end of that last day. */
  expiresAt: Date
  /** Where the payer goes on afterwards. */
  returnUrl: string
}

/** A request as its provider made it. `imageUrls`: the pictures that show how it stands, where the provider has them. */
export type MadeRequest = { providerRef: string; pageUrl: string; imageUrls: readonly string[] }

/** How a request stands. `said`: in the provider's own word; `state` null: nobody told us what that means. */
export type FetchedRequest = {
  said: string
  state: PaymentState | null
  /** Null: the provider does not say. */
  amountCents: number | null
  linkId: number | null
}

/** A provider of payment requests, the whole promise. */
export type PaymentRequestProvider = {
  kind: RequestKind
  /** By which a request and its news find this account again. */
  name: string
  simulated: boolean
  /** The brand on the button that leads there. */
  method: string
  /** Where its pages stand, as a source of a content security policy. */
  checkoutOrigin: string
  checkMinutes: number
  /** Throws GatewayRefused, GatewayUnavailable, or GatewayUncertain when it may have been made. */
  createRequest(order: RequestOrder): Promise<MadeRequest>
  /** What an earlier try without an answer may have made. A page that nobody was sent to harms nobody: that it finds none is no fault. */
  findRequests(order: RequestOrder): Promise<MadeRequest[]>
  /** Throws GatewayUnavailable, or GatewayRefused when it does not know the request. */
  fetchRequest(providerRef: string): Promise<FetchedRequest>
  /** Withdraws it. False: nobody told us how. Throws GatewayUnavailable or GatewayRefused. */
  cancelRequest(providerRef: string): Promise<boolean>
  /** Which requests have news. Whoever may speak for the provider is believed that alone. Throws WebhookRefused. */
  readWebhook(rawBody: Buffer, headers: WebhookHeaders): string[]
}
