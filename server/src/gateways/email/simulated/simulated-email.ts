import { GatewayRefused } from '../../gateway-errors.ts'
import { type SimulatedNews, type SimulatedOptions, openSimulatedProvider, shareOf } from '../../simulated-provider.ts'
import type { EmailGateway, OutgoingEmail } from '../email-gateway.ts'

/** Addresses with `refuse` before the @ are refused at once, with `bounce` later; of the others 1 % bounces and 35 % is read. */
export function openSimulatedEmail(options: SimulatedOptions): EmailGateway {
  return openSimulatedProvider<OutgoingEmail>('simulated-email', options, planEvents)
}

function planEvents({ id, to }: OutgoingEmail): SimulatedNews[] {
  const local = to.slice(0, to.lastIndexOf('@')).toLowerCase()
  if (local.includes('refuse')) throw new GatewayRefused('550', '5.1.1 The mailbox does not exist (simulated)')
  const chance = shareOf(id, 'email')
  if (local.includes('bounce') || chance < 0.01)
    return [{ afterMs: 2_500, state: 'failed', reason: '5.1.1 The mailbox does not exist (simulated)' }]
  const delivered: SimulatedNews = { afterMs: 1_000 + 3_000 * chance, state: 'delivered' }
  return chance < 0.36 ? [delivered, { afterMs: 15_000 + 60_000 * chance, state: 'read' }] : [delivered]
}
