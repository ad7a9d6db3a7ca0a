import { GatewayRefused, GatewayUnavailable, GatewayUncertain } from '../../../gateways/gateway-errors.ts'
import type { MadeRequest, PaymentRequestProvider, RequestOrder } from '../../../gateways/payment/payment-request-provider.ts'
import { publish } from '../../../live/publish.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Services } from '../../../services.ts'
import { endTrouble, noteTrouble } from '../../providers/provider-troubles.ts'
import { findRouteNamed, type RequestRoute } from '../payment-gateways.ts'
import { changePaymentLink } from '../payment-link-changes.ts'
import { lockPaymentLink } from '../payment-link-queries.ts'
import { changePaymentRequest, type RequestRef, takeRequest } from './request-changes.ts'
import { findRequestOrder, listKnownRefs } from './request-queries.ts'

// As long as a call may take; who asks and is killed leaves it to the next round.
const callMs = 60_000
const laterMsMax = 60 * 60_000

/**
 * Asks the provider for a request that it does not have yet. That it is asked stands in the database first. What may have been made by an earlier try
 * is looked for before another one is made; a page that nobody was sent to harms nobody.
 */
export async function makeRequest(services: Services, ref: RequestRef): Promise<void> {
  const { db, clock, config, log } = services
  const now = clock.now()
  const taken = await takeRequest(db, ref, { now, again: new Date(now.getTime() + callMs) })
  if (!taken) return
  const order = await findRequestOrder(db, ref, config, taken.askedAt)
  const route = await findRouteNamed(services, order.provider)
  if (!route || !('createRequest' in route.gateway)) return refuse(services, ref, `${order.provider} ?`)
  try {
    await keep(services, ref, route.gateway, await askFor(db, route.gateway, order, taken.isFirst))
    if (route.provider) await endTrouble(db, route.provider)
  } catch (error) {
    if (error instanceof GatewayRefused) return refuse(services, ref, error.message || error.code)
    if (!(error instanceof GatewayUnavailable || error instanceof GatewayUncertain)) throw error
    log.warn({ err: error, paymentLinkId: ref.linkId }, 'a payment request is not made yet')
    await waitFor(services, ref, route)
  }
}

async function askFor(db: Db, gateway: PaymentRequestProvider, order: RequestOrder, isFirst: boolean): Promise<MadeRequest> {
  const found = isFirst ? [] : await gateway.findRequests(order)
  const known = await listKnownRefs(
    db,
    gateway.name,
    found.map(({ providerRef }) => providerRef),
  )
  return found.find(({ providerRef }) => !known.includes(providerRef)) ?? gateway.createRequest(order)
}

function keep({ db, clock }: Services, ref: RequestRef, gateway: PaymentRequestProvider, made: MadeRequest): Promise<void> {
  const now = clock.now()
  return db.transaction().execute(async (tx) => {
    const { customer_id, id, case_id: caseId, batch_id: batchId } = await lockPaymentLink(tx, ref.customerId, ref.linkId)
    await tx
      .insertInto('payment_attempts')
      .values({ provider: gateway.name, provider_ref: made.providerRef, customer_id, payment_link_id: id, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await changePaymentRequest(tx, ref, {
      state: 'made',
      provider_ref: made.providerRef,
      page_url: made.pageUrl,
      image_urls: [...made.imageUrls],
      next_at: new Date(now.getTime() + gateway.checkMinutes * 60_000),
    })
    await publish(tx, { kind: 'case.changed', customerId: customer_id, batchId, caseId })
  })
}

/** What the provider will never take is over: nobody can pay by it. */
function refuse({ db, clock }: Services, ref: RequestRef, words: string): Promise<void> {
  const at = clock.now()
  return db.transaction().execute(async (tx) => {
    const link = await lockPaymentLink(tx, ref.customerId, ref.linkId)
    await changePaymentRequest(tx, ref, { state: 'refused', provider_status: words.slice(0, 300), next_at: null })
    if (link.state === 'paid' || link.ended_at !== null) return
    const ended = { ended_for: 'provider', ended_at: at, ended_from: link.state }
    await changePaymentLink(tx, link, ended, { state: 'canceled', at, detail: { reason: 'refused' } })
  })
}

async function waitFor({ db, clock }: Services, ref: RequestRef, { provider }: RequestRoute | { provider: RequestRoute['provider'] }) {
  const now = clock.now()
  const { tries = 1 } =
    (await db
      .selectFrom('payment_requests')
      .select('tries')
      .where('customer_id', '=', ref.customerId)
      .where('payment_link_id', '=', ref.linkId)
      .executeTakeFirst()) ?? {}
  await changePaymentRequest(db, ref, { next_at: new Date(now.getTime() + Math.min(callMs * 2 ** (tries - 1), laterMsMax)) })
  if (provider) await noteTrouble(db, provider, now)
}
