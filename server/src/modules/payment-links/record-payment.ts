import type { PaymentState } from '@regie/contract/payments.ts'
import type { ProviderPaymentStatus } from '../../gateways/payment/payment-gateway.ts'
import type { WebhookHeaders } from '../../gateways/message-gateway.ts'
import { isWorthRetrying } from '../../platform/db/database-trouble.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { withKeptPlans } from '../../platform/db/prepared.ts'
import type { Services } from '../../services.ts'
import { changePaymentLink } from './payment-link-changes.ts'
import { findRouteNamed } from './payment-gateways.ts'
import { findAttempt, lockPaymentLink, type PaymentLinkRow } from './payment-link-queries.ts'
import { recordPaid, recordPaidAgain } from './record-paid.ts'
import { recordRequest } from './requests/record-request.ts'
import { afterNews, isLinkOver, isPaymentFor, isSettled } from './payment-status.ts'

/** What a provider's webhook calls. False when the provider is not ours to hear; a forged call is refused with WebhookRefused. */
export async function receivePaymentNews(services: Services, provider: string, rawBody: Buffer, headers: WebhookHeaders): Promise<boolean> {
  const route = await findRouteNamed(services, provider)
  if (!route) return false
  for (const providerRef of route.gateway.readWebhook(rawBody, headers)) await recordPayment(services, { provider, providerRef })
  return true
}

/** An attempt, by its reference at the provider that has it. */
export type AttemptRef = { provider: string; providerRef: string }
type Visit = { isBackFromBank: boolean }

/**
 * Asks the provider how an attempt stands and records it. Who calls - webhook, return page, housekeeping - and how often makes no difference.
 * An id that we do not know is passed over in silence: whoever guesses learns nothing.
 */
export function recordPayment(services: Services, attempt: AttemptRef, visit: Visit = { isBackFromBank: false }): Promise<void> {
  return withKeptPlans(() => askAndRecord(services, attempt, visit))
}

async function askAndRecord(services: Services, { provider, providerRef }: AttemptRef, visit: Visit): Promise<void> {
  const { db, log } = services
  const attempt = await findAttempt(db, provider, providerRef)
  const route = attempt && (await findRouteNamed(services, provider))
  if (!route) return
  if ('fetchRequest' in route.gateway) return recordRequest(services, route.gateway, { ...attempt, providerRef })
  const payment = await route.gateway.fetchPayment(providerRef)
  const record = () =>
    db.transaction().execute(async (tx) => {
      const link = await lockPaymentLink(tx, attempt.customer_id, attempt.payment_link_id)
      const isOther = !isPaymentFor(link, payment)
      if (isOther) log.error({ paymentLinkId: link.id, providerRef }, 'a payment is not the one that was asked for: nothing is booked')
      const status = isOther ? 'failed' : payment.status
      const news = { providerRef, status, reason: isOther ? 'otherPayment' : status, now: services.clock.now() }
      if (status !== 'paid') return recordProgress(tx, link, news, visit)
      if (link.state === 'paid') return recordPaidAgain(tx, link, news, log)
      return recordPaid(tx, link, news)
    })
  // The engine may be at work on the same case; when both wait for each other, PostgreSQL lets one go, and it starts anew.
  await record().catch((error: unknown) => (isWorthRetrying(error) ? record() : Promise.reject(error)))
}

type Link = PaymentLinkRow & { state: PaymentState }
/** `reason`: what is written down of an attempt that did not pay. */
type News = { providerRef: string; status: ProviderPaymentStatus; reason: string; now: Date }

async function recordProgress(tx: Transaction, link: Link, { providerRef, status, reason, now }: News, { isBackFromBank }: Visit) {
  // News of an earlier attempt that did not pay says nothing about the one under way.
  if (link.provider_ref !== providerRef) return
  const state = afterNews(link.state, { status, isBackFromBank, isLinkOver: isLinkOver(link, now) })
  if (!isSettled(status)) {
    if (state !== link.state) await changePaymentLink(tx, link, {}, { state, at: now, detail: { ref: providerRef } })
    return
  }
  const isFailure = status === 'failed' || status === 'expired'
  await changePaymentLink(
    tx,
    link,
    { provider_ref: null, bank_opened_at: null },
    {
      state,
      at: now,
      detail: { ref: providerRef, reason },
      ...(isFailure && state === 'link_clicked' && { event: 'paymentFailed' }),
    },
  )
}
