import type { PaymentGateway } from '../../gateways/payment/payment-gateway.ts'
import type { RegisteredProvider } from '../../gateways/registered-provider.ts'
import type { Services } from '../../services.ts'
import { findPaymentProvider, findRegistered } from '../providers/provider-queries.ts'

type World = Pick<Services, 'db' | 'gateways'>

/** Who takes payments; `provider` null: the installation's own. While it is off nobody begins to pay by it, and what is under way is finished. */
export type PaymentRoute = { gateway: PaymentGateway; provider: RegisteredProvider | null; isOff: boolean }

const routeOf = ({ gateways }: Pick<World, 'gateways'>, provider: RegisteredProvider | null): PaymentRoute => ({
  gateway: gateways.paymentOf(provider),
  provider,
  isOff: provider?.state === 'off',
})

/** Who takes the payments of the links of a customer. */
export async function findPaymentRoute(world: World, customerId: number): Promise<PaymentRoute> {
  return routeOf(world, await findPaymentProvider(world.db, customerId))
}

/** Who has an attempt, by the name that stands with it; null: there is none of this name any more. */
export async function findRouteNamed(world: World, name: string): Promise<PaymentRoute | null> {
  const { payment, simulatedPayment } = world.gateways
  const own = [payment, simulatedPayment].find((gateway) => gateway.name === name)
  if (own) return { gateway: own, provider: null, isOff: false }
  const id = /^[a-z]+-(\d{1,15})$/.exec(name)?.[1]
  const provider = id === undefined ? undefined : (await findRegistered(world.db, [Number(id)])).get(Number(id))
  const route = provider?.channel === 'payment' ? routeOf(world, provider) : null
  return route?.gateway.name === name ? route : null
}
