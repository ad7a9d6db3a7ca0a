import type { Services } from '../../../services.ts'
import { findRouteNamed } from '../payment-gateways.ts'
import { recordRequest } from './record-request.ts'
import { makeRequest } from './make-request.ts'
import { changePaymentRequest, renewWithdrawn } from './request-changes.ts'
import { listSilent, listToWithdraw, listUnmade } from './request-queries.ts'

/** Job, each minute: makes what a provider does not have yet, asks about what nobody reported on, and withdraws what is over here. */
export async function keepRequests(services: Services, signal: AbortSignal): Promise<void> {
  const { db, clock } = services
  await renewWithdrawn(db, clock.now())
  for (const ref of await listUnmade(db, clock.now())) await oneByOne(services, signal, ref.linkId, () => makeRequest(services, ref))
  for (const due of await listToWithdraw(db)) await oneByOne(services, signal, due.linkId, () => withdraw(services, due))
  for (const due of await listSilent(db, clock.now())) await oneByOne(services, signal, due.linkId, () => askAbout(services, due))
}

type Due = Awaited<ReturnType<typeof listSilent>>[number]

// The provider of the next one may answer.
async function oneByOne({ log }: Services, signal: AbortSignal, paymentLinkId: number, work: () => Promise<void>) {
  signal.throwIfAborted()
  await work().catch((err: unknown) => log.warn({ err, paymentLinkId }, 'a payment request could not be looked after'))
}

async function askAbout(services: Services, { customerId, linkId, provider, providerRef }: Due) {
  const route = await findRouteNamed(services, provider)
  const minutes = route && 'checkMinutes' in route.gateway ? route.gateway.checkMinutes : 24 * 60
  // First, so that one that is not answered does not keep the others from being asked about.
  await changePaymentRequest(services.db, { customerId, linkId }, { next_at: new Date(services.clock.now().getTime() + minutes * 60_000) })
  if (route && 'fetchRequest' in route.gateway && providerRef !== null)
    await recordRequest(services, route.gateway, { customer_id: customerId, payment_link_id: linkId, providerRef })
}

async function withdraw(services: Services, { customerId, linkId, provider, providerRef }: Due) {
  const route = await findRouteNamed(services, provider)
  const ref = { customerId, linkId }
  // One try: where it is refused, or nobody told us how, a payment that still comes is written down.
  await changePaymentRequest(services.db, ref, { withdrawal: 'untold' })
  if (!route || !('cancelRequest' in route.gateway) || providerRef === null) return
  if (await route.gateway.cancelRequest(providerRef)) await changePaymentRequest(services.db, ref, { withdrawal: 'told' })
}
