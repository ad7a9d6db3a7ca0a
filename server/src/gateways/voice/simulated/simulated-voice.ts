import { type SimulatedNews, type SimulatedOptions, openSimulatedProvider, shareOf } from '../../simulated-provider.ts'
import type { OutgoingCall, VoiceGateway } from '../voice-gateway.ts'

/** Numbers that end in 00 never answer, those in 77 are put through to an agent; of the others 55 % is a person, 20 % a voicemail, 15 % nobody, 7 % busy, 3 % hang up. */
export function openSimulatedVoice(options: SimulatedOptions): VoiceGateway {
  const provider = openSimulatedProvider<OutgoingCall>(name, options, planEvents)
  return {
    ...provider,
    async send(call) {
      // What a real one would be given to play; it is noted with the call.
      await call.sound('answer')
      if (call.voicemailText !== null) await call.sound('voicemail')
      return provider.send(call)
    },
    hangUp: (providerRef) =>
      options.events.replan(name, providerRef, (states) => {
        // Only the end was still to come: somebody was talked to.
        const talked = states.length === 1 && states[0] === 'answered'
        const end = talked ? { state: 'answered', answer: 'mens' } : { state: 'unanswered', answer: 'niet_opgenomen', reason: 'hungUp' }
        return { afterMs: 0, event: { eventKey: `${providerRef}:hungUp`, providerRef, ...end } }
      }),
  }
}

const name = 'simulated-voice'

function planEvents(call: OutgoingCall): SimulatedNews[] {
  const events = planAutomatic(call)
  const first = events[0]
  if (!call.withAgent || first?.state !== 'answered') return events
  const talkMs = 40_000 + 140_000 * shareOf(call.id, 'talk')
  return [
    { afterMs: first.afterMs, state: 'talking' },
    { ...first, afterMs: first.afterMs + talkMs },
  ]
}

function planAutomatic({ id, to }: OutgoingCall): SimulatedNews[] {
  const chance = shareOf(id, 'voice')
  const afterMs = 4_000 + 8_000 * shareOf(id, 'ring')
  if (to.endsWith('00')) return [{ afterMs, state: 'unanswered', answer: 'niet_opgenomen' }]
  if (to.endsWith('77'))
    return [
      { afterMs, state: 'answered', answer: 'mens' },
      { afterMs: afterMs + 3_000, state: 'transferred', answer: 'mens' },
    ]
  if (chance < 0.55) return [{ afterMs, state: 'answered', answer: 'mens' }]
  if (chance < 0.75) return [{ afterMs, state: 'voicemail', answer: 'voicemail' }]
  return [{ afterMs, state: 'unanswered', answer: chance < 0.9 ? 'niet_opgenomen' : chance < 0.97 ? 'bezet' : 'geweigerd' }]
}
