import { type SimulatedNews, type SimulatedOptions, openSimulatedProvider, shareOf } from '../../simulated-provider.ts'
import { returnSeconds } from '@regie/contract/softphone.ts'
import { CallUnknown, GatewayRefused } from '../../gateway-errors.ts'
import { type OutgoingCall, partOfKey, type VoiceGateway } from '../voice-gateway.ts'
import { planKeys } from './plan-keys.ts'

/** Numbers that end in 00 never answer, nor those in 88, who call back; those in 77 are put through to an agent; of the others 55 % is a person, 20 % a voicemail, 15 % nobody, 7 % busy, 3 % hang up. */
export function openSimulatedVoice(options: SimulatedOptions): VoiceGateway {
  const provider = openSimulatedProvider<OutgoingCall>(name, options, planEvents)
  const { events } = options

  /** Whoever is talked with waits for their end alone; another planned word comes before it. */
  async function mustTalk(providerRef: string) {
    const states = await events.statesOf(name, providerRef)
    if (states.length === 0) throw new CallUnknown('The call is over')
    if (!isTalk(states)) throw new GatewayRefused('', 'notTalking')
  }

  /** Changes when the person would hang up, and how that is told. */
  async function endAfter(providerRef: string, ms: number, isQueued = false) {
    await mustTalk(providerRef)
    await events.replan(name, providerRef, ([state = 'answered']) => {
      const outcome = isQueued ? 'answered' : state
      return { afterMs: ms, event: { eventKey: `${providerRef}:${outcome}`, providerRef, state: outcome, answer: 'mens' } }
    })
  }

  return {
    ...provider,
    async send(call) {
      // What a real one would be given to play; it is noted with the call.
      await call.sound('answer')
      if (call.voicemailText !== null) await call.sound('voicemail')
      if (call.menu?.identity) await call.sound('identified')
      for (const { key, text } of call.menu?.keys ?? []) if (text !== undefined) await call.sound(partOfKey(key))
      const taken = await provider.send(call)
      const back = planCallingBack(call)
      if (back) await events.schedule(name, [back])
      return taken
    },
    async connect(providerRef, agent, ringSeconds) {
      const ringMs = ringSeconds === 0 ? 0 : 2_000 + 4_000 * shareOf(providerRef, 'pickUp')
      const talkMs = 40_000 + 140_000 * shareOf(providerRef, 'talk')
      await events.replan(name, providerRef, () => ({
        afterMs: ringMs + talkMs,
        event: { eventKey: `${providerRef}:transferred`, providerRef, state: 'transferred', answer: 'mens' },
      }))
      if (ringMs === 0 || (await events.statesOf(name, providerRef)).length === 0) return
      // Another agent may be rung for the same person later: that is news too.
      const eventKey = [providerRef, 'talking', agent, options.clock.now().getTime()].join(':')
      await events.schedule(name, [{ afterMs: ringMs, event: { eventKey, providerRef, state: 'talking' } }])
    },
    // What is planned is said, late perhaps: the phone is not let ring on.
    async endRinging(providerRef) {
      const states = await events.statesOf(name, providerRef)
      if (states.length === 0) throw new CallUnknown('The call is over')
      if (states.includes('talking')) return 'ended'
      return isTalk(states) ? 'talks' : 'none'
    },
    async welcome(providerRef, isServed) {
      if ((await events.statesOf(name, providerRef)).some((state) => state !== 'arrives')) return
      const news = (afterMs: number, state: string, more: object) => ({
        afterMs,
        event: { eventKey: [providerRef, ...Object.values({ state, ...more })].join(':'), providerRef, state, ...more },
      })
      const waitedMs = greetingMs + 40_000 + 120_000 * shareOf(providerRef, 'waiting')
      await events.schedule(name, [
        news(0, 'live', { live: 'incall' }),
        ...(isServed ? [news(greetingMs, 'live', { live: 'transferring' })] : []),
        news(isServed ? waitedMs : greetingMs, 'answered', { answer: 'mens' }),
      ])
    },
    /** The page is gone, as a browser that is a telephone would be: the person hears music, and waits for any agent when it does not come back. */
    async leave(providerRef) {
      const states = await events.statesOf(name, providerRef)
      if (!isTalk(states)) return
      const [state = 'answered'] = states
      const at = options.clock.now().getTime()
      const news = (afterMs: number, word: string) => ({
        ...{ afterMs, event: { eventKey: [providerRef, word, at].join(':'), providerRef, state: word } },
      })
      await events.replan(name, providerRef, () => news(0, 'agentLeft'))
      // Whoever was called by hand is for nobody else.
      const waitsMs = returnSeconds * 1_000 + (state === 'transferred' ? 120_000 : 100)
      const end = { eventKey: `${providerRef}:${state}`, providerRef, state, answer: 'mens' }
      await events.schedule(name, [news(returnSeconds * 1_000, 'agentLost'), { afterMs: waitsMs, event: end }])
    },
    async comeBack(providerRef) {
      const states = await events.statesOf(name, providerRef)
      if (!states.includes('agentLost')) return
      const state = states.at(-1) ?? 'answered'
      const talkMs = 40_000 + 90_000 * shareOf(providerRef, 'talkOn')
      const at = options.clock.now().getTime()
      await events.replan(name, providerRef, () => ({
        afterMs: talkMs,
        event: { eventKey: `${providerRef}:${state}`, providerRef, state, answer: 'mens' },
      }))
      await events.schedule(name, [
        { afterMs: 1_500, event: { eventKey: [providerRef, 'agentBack', at].join(':'), providerRef, state: 'agentBack' } },
      ])
    },
    mute: (providerRef) => mustTalk(providerRef),
    // There is nothing to hear: it is as if their phone was picked up at once.
    listen: (providerRef) => mustTalk(providerRef),
    stopListening: () => Promise.resolve(),
    press: (providerRef) => mustTalk(providerRef),
    // Nobody listens to music for ever; who is spoken to again talks on.
    hold: (providerRef, isHeld) =>
      endAfter(providerRef, isHeld ? 120_000 + 180_000 * shareOf(providerRef, 'music') : 20_000 + 90_000 * shareOf(providerRef, 'talkOn')),
    release: (providerRef) => endAfter(providerRef, 30_000 + 120_000 * shareOf(providerRef, 'waiting'), true),
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

// How long the greeting of a call that comes in takes.
const greetingMs = 6_000
// Of the people who did not pick up, so many call back; and all of those whose number ends in 88.
const callingBackShare = 0.06

/** Somebody who was called and not reached calls the number that they see, some minutes later. */
function planCallingBack(call: OutgoingCall) {
  const [first] = planAutomatic(call)
  const isReached = first?.state !== 'unanswered' && first?.state !== 'voicemail'
  const callsBack = call.to.endsWith('88') || shareOf(call.id, 'callsBack') < callingBackShare
  if (call.from === '' || isReached || !callsBack) return null
  const providerRef = `${name}-in-${call.id}`
  const event = { eventKey: `${providerRef}:arrives`, providerRef, state: 'arrives', from: call.to, to: call.from }
  return { afterMs: first.afterMs + 60_000 + 600_000 * shareOf(call.id, 'back'), event }
}

// Only the end is still to come: somebody is talked to.
const isTalk = (states: readonly string[]) => states.length === 1 && (states[0] === 'answered' || states[0] === 'transferred')

function planEvents(call: OutgoingCall): SimulatedNews[] {
  const events = planAutomatic(call)
  const first = events[0]
  const { menu } = call
  if (menu && first?.answer === 'mens') {
    const { afterMs } = first
    return [...stationsBefore({ afterMs, state: 'answered' }), ...planKeys({ ...call, menu }, afterMs + detectMs + promptMs)]
  }
  if (!call.withAgent && first?.answer === 'mens' && asksAgent(call)) return planQueue(call, first)
  if (!call.withAgent) return events.flatMap((event) => [...stationsBefore(event), lastOf(event, call)])
  if (first?.state !== 'answered') return events
  const talkMs = 40_000 + 140_000 * shareOf(call.id, 'talk')
  return [
    { afterMs: first.afterMs, state: 'talking' },
    { ...first, afterMs: first.afterMs + talkMs },
  ]
}

// Of the people who pick up, so many want an agent when the text was spoken.
const agentShare = 0.4
const asksAgent = ({ id, to, mayQueue }: OutgoingCall) => mayQueue && (to.endsWith('77') || shareOf(id, 'agent') < agentShare)

/** They listen, press a key, and wait until they are put through or hang up. */
function planQueue({ id }: OutgoingCall, { afterMs }: SimulatedNews): SimulatedNews[] {
  const pressedMs = afterMs + detectMs + promptMs + 4_000 + 4_000 * shareOf(id, 'press')
  return [
    ...stationsBefore({ afterMs, state: 'answered' }),
    { afterMs: pressedMs, state: 'live', live: 'transferring' },
    { afterMs: pressedMs + 30_000 + 120_000 * shareOf(id, 'waiting'), state: 'answered', answer: 'mens' },
  ]
}

// Whether a person or a machine picked up is known after about two seconds (product.md §3.7).
const detectMs = 1_900
const promptMs = 200

/** What happens between picking up and the end. */
function stationsBefore({ state, afterMs }: SimulatedNews): SimulatedNews[] {
  if (state !== 'answered' && state !== 'voicemail') return []
  const heard = state === 'answered' ? 'human' : 'voicemail'
  return [
    { afterMs, state: 'live', live: 'incall' },
    { afterMs: afterMs + detectMs, state: 'live', live: heard },
    { afterMs: afterMs + detectMs + promptMs, state: 'live', live: 'script' },
  ]
}

/** The end comes when the text was spoken; at once where nobody picked up. */
function lastOf(event: SimulatedNews, { id }: OutgoingCall): SimulatedNews {
  if (event.state !== 'answered' && event.state !== 'voicemail' && event.state !== 'transferred') return event
  return { ...event, afterMs: event.afterMs + detectMs + promptMs + 6_000 + 10_000 * shareOf(id, 'listen') }
}

function planAutomatic({ id, to }: OutgoingCall): SimulatedNews[] {
  const chance = shareOf(id, 'voice')
  const afterMs = 4_000 + 8_000 * shareOf(id, 'ring')
  if (to.endsWith('00') || to.endsWith('88')) return [{ afterMs, state: 'unanswered', answer: 'niet_opgenomen' }]
  if (to.endsWith('77'))
    return [
      { afterMs, state: 'answered', answer: 'mens' },
      { afterMs: afterMs + 3_000, state: 'transferred', answer: 'mens' },
    ]
  if (chance < 0.55) return [{ afterMs, state: 'answered', answer: 'mens' }]
  if (chance < 0.75) return [{ afterMs, state: 'voicemail', answer: 'voicemail' }]
  return [{ afterMs, state: 'unanswered', answer: chance < 0.9 ? 'niet_opgenomen' : chance < 0.97 ? 'bezet' : 'geweigerd' }]
}
