import { GatewayRefused } from '../../gateways/gateway-errors.ts'
import type { Services } from '../../services.ts'
import type { ClaimedMessage } from './communication-changes.ts'

type Carrier = { simulated: boolean; loopback: boolean }
type World = { config: Pick<Services['config'], 'publicUrl'>; gateways: { payment: Pick<Services['gateways']['payment'], 'simulated'> } }

/** A link of the simulated bank takes no money: somebody outside who pays by it has not paid. No real channel carries one. */
export function refuseSimulatedLink(
  { config, gateways }: World,
  { simulated, loopback }: Carrier,
  message: Pick<ClaimedMessage, 'text' | 'html'>,
): void {
  if (simulated || loopback || !gateways.payment.simulated) return
  const link = `${config.publicUrl}/p/`
  if (`${message.text} ${message.html ?? ''}`.includes(link))
    throw new GatewayRefused('simulatedLink', 'the payment link is of the simulated bank')
}
