import { GatewayRefused, GatewayUnavailable } from '../../gateways/gateway-errors.ts'
import type { PaymentGateway } from '../../gateways/payment/payment-gateway.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { withKeptPlans } from '../../platform/db/prepared.ts'
import type { Services } from '../../services.ts'
import { endTrouble, noteTrouble } from '../providers/provider-troubles.ts'
import { changePaymentLink } from './payment-link-changes.ts'
import { findPaymentRoute, findRouteNamed, type PaymentRoute, type RequestRoute } from './payment-gateways.ts'
import { lockPaymentLink, type PageLink } from './payment-link-queries.ts'
import { paymentLinkUrl } from '../cases/money/payment-link-url.ts'
import { isLinkOver, mayOpenBank } from './payment-status.ts'
import { recordPayment } from './record-payment.ts'
import { openRequestPage } from './requests/open-request-page.ts'

// As long as the bank keeps a payment open, a second click leads back to the same one, so that nobody pays twice.
const attemptMs = 15 * 60_000

/** Sends the payer to the bank; null when there is nothing to pay any more, and the page says why. */
export function openBank(services: Services, link: PageLink): Promise<string | null> {
  return withKeptPlans(() => open(services, link))
}

async function open(services: Services, link: PageLink): Promise<string | null> {
  const { db, config } = services
  if (link.isUncollected || link.isHelped) return null
  if (link.request_kind !== null) return openRequestPage(services, link)
  if (link.provider_ref !== null) await recordPayment(services, { provider: link.provider, providerRef: link.provider_ref })
  const usual = await findPaymentRoute(services, link.customer_id)
  const now = services.clock.now()
  const attempt = (await startFirst(db, link, now)) ?? (await db.transaction().execute((tx) => startAttempt(tx, link, now)))
  if (!attempt) return null
  const { startedAt, underWayAt } = attempt
  const route = underWayAt === null || underWayAt === usual.gateway.name ? usual : await findRouteNamed(services, underWayAt)
  mustTakePayments(route, link)
  const { gateway } = route
  const pageUrl = paymentLinkUrl(config.publicUrl, link.token)
  const order = {
    linkId: link.id,
    amountCents: link.amount_cents,
    currency: link.currency,
    description: `${link.principal ?? link.customerName} ${link.reference}`,
    locale: link.locale,
    returnUrl: `${pageUrl}/return`,
    webhookUrl: `${config.publicUrl}/api/hooks/${gateway.name}`,
    idempotencyKey: `${link.id}:${startedAt.toISOString()}`,
  }
  const made = notingTrouble(services, route, () => gateway.createPayment(order))
  const { providerRef, checkoutUrl } = await made.catch(async (error: unknown) => {
    if (error instanceof GatewayRefused) await endRefusedAttempt(db, link, startedAt)
    throw error
  })
  await db.transaction().execute((tx) => recordAttempt(tx, link, { gateway, providerRef, startedAt, now: services.clock.now() }))
  return checkoutUrl
}

/** Who pays by a link that was meant to be real never pays at a simulated bank: they would have paid nobody. */
function mustTakePayments(route: PaymentRoute | RequestRoute | null, link: PageLink): asserts route is PaymentRoute {
  if (!route || !('createPayment' in route.gateway)) throw new GatewayUnavailable('the provider of this attempt was deleted')
  if (route.isOff) throw new GatewayUnavailable('the provider of payments is switched off')
  if (route.gateway.simulated && !link.simulated) throw new GatewayUnavailable('there is a simulated bank alone for a real link')
}

/** Whoever looks after the provider sees since when it makes no payments. A refusal is an answer about this one alone. */
async function notingTrouble<Made>({ db, clock }: Services, { provider }: PaymentRoute, make: () => Promise<Made>): Promise<Made> {
  if (!provider) return make()
  const made = await make().catch(async (error: unknown) => {
    if (error instanceof GatewayUnavailable) await noteTrouble(db, provider, clock.now())
    throw error
  })
  await endTrouble(db, provider)
  return made
}

/** What a provider refused is over: the next click asks for a payment of its own, and not for the same refusal again. */
async function endRefusedAttempt(db: Db, { customer_id, id }: PageLink, startedAt: Date) {
  await db
    .updateTable('payment_links')
    .set({ bank_opened_at: null })
    .where('customer_id', '=', customer_id)
    .where('id', '=', id)
    .where('bank_opened_at', '=', startedAt)
    .where('provider_ref', 'is', null)
    .execute()
}

type Started = {
  startedAt: Date
  /** The provider at which it is under way; null: none has it yet. */
  underWayAt: string | null
}

/** The first attempt of a link that nobody changed since it was read, in one statement; null: `startAttempt` has to look. */
async function startFirst(db: Db, { customer_id, id, state }: PageLink, now: Date): Promise<Started | null> {
  if (!mayOpenBank(state)) return null
  const started = await db
    .updateTable('payment_links')
    .set({ bank_opened_at: now })
    .where('customer_id', '=', customer_id)
    .where('id', '=', id)
    .where('state', '=', state)
    .where('bank_opened_at', 'is', null)
    .where('provider_ref', 'is', null)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst()
  return started ? { startedAt: now, underWayAt: null } : null
}

/** The attempt under way; a new one begins now. Two clicks at once get the same moment, and so the same payment. */
async function startAttempt(tx: Transaction, { customer_id, id }: PageLink, now: Date): Promise<Started | null> {
  const link = await lockPaymentLink(tx, customer_id, id)
  if (!mayOpenBank(link.state) || isLinkOver(link, now)) return null
  if (link.bank_opened_at && now.getTime() - link.bank_opened_at.getTime() < attemptMs)
    return { startedAt: link.bank_opened_at, underWayAt: link.provider_ref === null ? null : link.provider }
  await tx.updateTable('payment_links').set({ bank_opened_at: now }).where('customer_id', '=', customer_id).where('id', '=', id).execute()
  return { startedAt: now, underWayAt: null }
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
