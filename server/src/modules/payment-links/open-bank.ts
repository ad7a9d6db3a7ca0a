import type { PaymentGateway } from '../../gateways/payment/payment-gateway.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Services } from '../../services.ts'
import { changePaymentLink } from './payment-link-changes.ts'
import { lockPaymentLink, type PageLink } from './payment-link-queries.ts'
import { paymentLinkUrl } from './payment-link-url.ts'
import { isLinkOver, mayOpenBank } from './payment-status.ts'
import { recordPayment } from './record-payment.ts'

// As long as the bank keeps a payment open, a second click leads back to the same one, so that nobody pays twice.
const attemptMs = 15 * 60_000

/** Sends the payer to the bank; null when there is nothing to pay any more, and the page says why. */
export async function openBank(services: Services, link: PageLink): Promise<string | null> {
  const { db, gateways, config } = services
  if (link.provider_ref !== null) await recordPayment(services, link.provider_ref)
  const startedAt = await db.transaction().execute((tx) => startAttempt(tx, link, services.clock.now()))
  if (!startedAt) return null
  const pageUrl = paymentLinkUrl(config.publicUrl, link.token)
  const { providerRef, checkoutUrl } = await gateways.payment.createPayment({
    amountCents: link.amount_cents,
    currency: link.currency,
    description: `${link.principal ?? link.customerName} ${link.reference}`,
    locale: link.locale,
    returnUrl: `${pageUrl}/return`,
    webhookUrl: `${config.publicUrl}/api/hooks/${gateways.payment.name}`,
    idempotencyKey: `${link.id}:${startedAt.toISOString()}`,
  })
  await db
    .transaction()
    .execute((tx) => recordAttempt(tx, link, { gateway: gateways.payment, providerRef, startedAt, now: services.clock.now() }))
  return checkoutUrl
}

/** The moment at which the attempt under way began; a new one begins now. Two clicks at once get the same moment, and so the same payment. */
async function startAttempt(tx: Transaction, { customer_id, id }: PageLink, now: Date): Promise<Date | null> {
  const link = await lockPaymentLink(tx, customer_id, id)
  if (!mayOpenBank(link.state) || isLinkOver(link, now)) return null
  if (link.bank_opened_at && now.getTime() - link.bank_opened_at.getTime() < attemptMs) return link.bank_opened_at
  await tx.updateTable('payment_links').set({ bank_opened_at: now }).where('customer_id', '=', customer_id).where('id', '=', id).execute()
  return now
}

type Attempt = { gateway: PaymentGateway; providerRef: string; startedAt: Date; now: Date }

/** Which provider has it is written with each attempt: a link may be older than the choice of the provider. */
async function recordAttempt(tx: Transaction, { customer_id, id }: PageLink, { gateway, providerRef, startedAt, now }: Attempt) {
  const { name: provider, simulated } = gateway
  const link = await lockPaymentLink(tx, customer_id, id)
  const isNew = await tx
    .insertInto('payment_attempts')
    .values({ provider, provider_ref: providerRef, customer_id, payment_link_id: id, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('provider_ref')
    .executeTakeFirst()
  if (!isNew || !mayOpenBank(link.state)) return
  await changePaymentLink(
    tx,
    link,
    { provider, simulated, provider_ref: providerRef, bank_opened_at: startedAt },
    { state: 'bank_opened', at: now, detail: { ref: providerRef } },
  )
}
