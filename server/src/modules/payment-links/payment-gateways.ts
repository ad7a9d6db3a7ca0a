import type { RequestKind } from '@regie/contract/request-kinds.ts'
import type { PaymentGateway } from '../../gateways/payment/payment-gateway.ts'
import type { PaymentRequestProvider } from '../../gateways/payment/payment-request-provider.ts'
import type { RegisteredProvider } from '../../gateways/registered-provider.ts'
import type { Services } from '../../services.ts'
import type { PageLink } from './payment-link-queries.ts'
import { findPaymentProvider, findRegistered } from '../providers/provider-queries.ts'

type World = Pick<Services, 'db' | 'gateways'>

/** Who takes payments; `provider` null: the installation's own. While it is off nobody begins to pay by it, and what is under way is finished. */
type RouteTo<Gateway> = { gateway: Gateway; provider: RegisteredProvider | null; isOff: boolean }
export type PaymentRoute = RouteTo<PaymentGateway>
export type RequestRoute = RouteTo<PaymentRequestProvider>

const requestRouteOf = ({ gateways }: Pick<World, 'gateways'>, provider: RegisteredProvider): RequestRoute => ({
  gateway: gateways.requestsOf(provider),
  provider,
  isOff: provider.state === 'off',
})

const routeOf = ({ gateways }: Pick<World, 'gateways'>, provider: RegisteredProvider | null): PaymentRoute => ({
  gateway: gateways.paymentOf(provider),
  provider,
  isOff: provider?.state === 'off',
})

/** Who takes the payments of the links of a customer. */
export async function findPaymentRoute(world: World, customerId: number): Promise<PaymentRoute> {
  return routeOf(world, await findPaymentProvider(world.db, customerId))
}

/** Who takes the payment requests of a customer; null: it has nobody for them. */
export async function findRequestRoute(world: World, customerId: number, kind: RequestKind): Promise<RequestRoute | null> {
  const provider = await findPaymentProvider(world.db, customerId, kind)
  return provider && requestRouteOf(world, provider)
}

/** Who has an attempt or a request, by the name that stands with it; null: there is none of this name any more. */
export async function findRouteNamed(world: World, name: string): Promise<PaymentRoute | RequestRoute | null> {
  const { payment, simulatedPayment, simulatedRequests } = world.gateways
  const own = [payment, simulatedPayment].find((gateway) => gateway.name === name)
  if (own) return { gateway: own, provider: null, isOff: false }
  const simulated = Object.values(simulatedRequests).find((gateway) => gateway.name === name)
  if (simulated) return { gateway: simulated, provider: null, isOff: false }
  const id = /^[a-z]+-(\d{1,15})$/.exec(name)?.[1]
  const provider = id === undefined ? undefined : (await findRegistered(world.db, [Number(id)])).get(Number(id))
  const route = provider && routeOfChannel(world, provider)
  return route?.gateway.name === name ? route : null
}

function routeOfChannel(world: World, provider: RegisteredProvider): PaymentRoute | RequestRoute | null {
  if (provider.channel === 'payment') return routeOf(world, provider)
  return provider.channel === 'acceptemail' || provider.channel === 'mailtopay' ? requestRouteOf(world, provider) : null
}

/** Who takes the payments of one link: that of its customer, and of a request whoever has its page. */
export async function findRouteOfLink(world: World, link: Pick<PageLink, 'customer_id' | 'provider' | 'request_kind'>) {
  const own = link.request_kind === null ? null : await findRouteNamed(world, link.provider)
  return own ?? findPaymentRoute(world, link.customer_id)
}
