import { GatewayRefused } from '../../gateways/gateway-errors.ts'
import type { Services } from '../../services.ts'
import { findPaymentRoute } from '../payment-links/payment-gateways.ts'
import type { ClaimedMessage } from './communication-changes.ts'

type Carrier = { simulated: boolean; loopback: boolean }
type World = Pick<Services, 'db' | 'gateways'> & { config: Pick<Services['config'], 'publicUrl'> }

/** A link of the simulated bank takes no money: somebody outside who pays by it has not paid. No real channel carries one. */
export async function refuseSimulatedLink(
  world: World,
  { simulated, loopback }: Carrier,
  { customerId, text, html }: Pick<ClaimedMessage, 'customerId' | 'text' | 'html'>,
): Promise<void> {
  if (simulated || loopback || !`${text} ${html ?? ''}`.includes(`${world.config.publicUrl}/p/`)) return
  const { gateway } = await findPaymentRoute(world, customerId)
  if (gateway.simulated) throw new GatewayRefused('simulatedLink', 'the payment link is of the simulated bank')
}
