import { type SimulatedNews, type SimulatedOptions, openSimulatedProvider, shareOf } from '../../simulated-provider.ts'
import type { OutgoingSms, SmsGateway } from '../sms-gateway.ts'

/** Numbers that end in 00 are not reached; of the others 1 % is not. */
export function openSimulatedSms(options: SimulatedOptions): SmsGateway {
  return openSimulatedProvider<OutgoingSms>('simulated-sms', options, planEvents)
}

function planEvents({ id, to }: OutgoingSms): SimulatedNews[] {
  const chance = shareOf(id, 'sms')
  if (to.endsWith('00') || chance < 0.01) return [{ afterMs: 4_000, state: 'failed', reason: 'absentSubscriber' }]
  return [{ afterMs: 1_500 + 4_000 * chance, state: 'delivered' }]
}
