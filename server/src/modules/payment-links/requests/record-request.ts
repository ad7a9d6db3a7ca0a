import type { PaymentState } from '@regie/contract/payments.ts'
import type { FetchedRequest, PaymentRequestProvider } from '../../../gateways/payment/payment-request-provider.ts'
import { isWorthRetrying } from '../../../platform/db/database-trouble.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Services } from '../../../services.ts'
import { changePaymentLink } from '../payment-link-changes.ts'
import { lockPaymentLink, type LockedLink } from '../payment-link-queries.ts'
import { recordPaid, recordPaidAgain } from '../record-paid.ts'
import { changePaymentRequest } from './request-changes.ts'
import { afterRequestNews, nextQuestion } from './request-status.ts'

type Asked = { customer_id: number; payment_link_id: number; providerRef: string }

/**
 * Asks the provider how a request stands and records it. Who calls - webhook, return page, round of questions - and how often makes no difference.
 * A status that nobody told us the meaning of is shown to staff, and changes nothing.
 */
export async function recordRequest(
  services: Services,
  gateway: PaymentRequestProvider,
  { customer_id, payment_link_id, providerRef }: Asked,
): Promise<void> {
  const { db, log, clock } = services
  const fetched = await gateway.fetchRequest(providerRef)
  const record = () =>
    db.transaction().execute(async (tx) => {
      const now = clock.now()
      const link = await lockPaymentLink(tx, customer_id, payment_link_id)
      const isOther = !isRequestFor(link, fetched)
      if (isOther) log.error({ paymentLinkId: link.id, providerRef }, 'a request is not the one that was made: nothing is booked')
      const state = isOther || fetched.state === null ? link.state : afterRequestNews(link, fetched.state, now)
      await changePaymentRequest(
        tx,
        { customerId: link.customer_id, linkId: link.id },
        {
          provider_status: fetched.said.slice(0, 100),
          is_status_known: fetched.state !== null && !isOther,
          checked_at: now,
          next_at: nextQuestion({ ...link, state }, gateway.checkMinutes, now),
        },
      )
      if (isOther) return
      if (fetched.state !== 'paid') return recordProgress(tx, link, { state, providerRef, now })
      if (link.state === 'paid') return recordPaidAgain(tx, link, { providerRef, now }, log)
      return recordPaid(tx, link, { providerRef, now })
    })
  await record().catch((error: unknown) => (isWorthRetrying(error) ? record() : Promise.reject(error)))
}

/** Another amount or link than was asked for: somebody else's, or one that was tampered with. */
const isRequestFor = (link: LockedLink, { amountCents, linkId }: FetchedRequest) =>
  link.currency === 'EUR' && (amountCents === null || amountCents === link.amount_cents) && (linkId === null || linkId === link.id)

async function recordProgress(
  tx: Transaction,
  link: LockedLink,
  { state, providerRef, now: at }: { state: PaymentState; providerRef: string; now: Date },
): Promise<void> {
  if (state === link.state) return
  const hasLeftBank = state !== 'bank_opened' && state !== 'in_progress'
  // What its provider withdrew cannot be paid any more, as one that was ended.
  const isWithdrawn = state === 'canceled' && link.ended_at === null
  const change = {
    ...(hasLeftBank && { provider_ref: null, bank_opened_at: null }),
    ...(isWithdrawn && { ended_for: 'provider', ended_at: at, ended_from: link.state }),
  }
  await changePaymentLink(tx, link, change, { state, at, detail: { ref: providerRef } })
}
