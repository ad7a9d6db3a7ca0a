import { type SimulatedNews, type SimulatedOptions, openSimulatedProvider, shareOf } from '../../simulated-provider.ts'
import type { OutgoingSms, SmsGateway } from '../sms-gateway.ts'

/** Numbers that end in 00 are not reached; of the others 1 % is not. */
export function openSimulatedSms(options: SimulatedOptions): SmsGateway {
  // As many as the windows of the exchanges that leave over the same lanes.
  return {
    ...openSimulatedProvider<OutgoingSms>('simulated-sms', options, planEvents),
    lanes: 16,
    lookUp: (number) => Promise.resolve({ ref: '', ...stateOf(number) }),
  }
}

// Numbers that end in 000 are nobody's; of the others 2 % is switched off.
function stateOf(number: string) {
  if (number.endsWith('000')) return { state: 'unknown', network: '' } as const
  return { state: shareOf(number, 'look-up') < 0.02 ? 'absent' : 'active', network: '20408' } as const
}

function planEvents({ id, to }: OutgoingSms): SimulatedNews[] {
  const chance = shareOf(id, 'sms')
  if (to.endsWith('00') || chance < 0.01) return [{ afterMs: 4_000, state: 'failed', reason: 'absentSubscriber' }]
  return [{ afterMs: 1_500 + 4_000 * chance, state: 'delivered' }]
}
