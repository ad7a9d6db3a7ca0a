import type { Clock } from '../../../platform/clock.ts'
import type { Config } from '../../../platform/config.ts'
import type { Log } from '../../../platform/log.ts'
import type { RegisteredProvider } from '../../registered-provider.ts'
import { callSoundUrl } from '../call-sound-url.ts'
import type { VoiceSink } from '../voice-gateway.ts'
import { openAriClient, settingsOf } from './ari-client.ts'
import { type AriChannel, type AriEvent, channelOfEvent } from './ari-events.ts'
import { type AriLink, type LinkLimits, linkLimits, openAriLink } from './ari-link.ts'
import { openCallCourse } from './call-course.ts'
import { agentChannelOf, dialledOf, type NamedChannel, partOfCall, readChannelName } from './call-names.ts'
import { outcomeOfCall, outcomeOfEnd } from './call-outcome.ts'
import { type CallState, isWithAgent, keepPlan, readCallState } from './call-state.ts'
import { compareCalls } from './compare-calls.ts'

export type LineLimits = LinkLimits & { checkMs: number; settleMs: number; returnTickMs: number }
const lineLimits: LineLimits = { ...linkLimits, checkMs: 10_000, settleMs: 1_000, returnTickMs: 1_000 }

// Repeats of an end come within seconds; so many ends are remembered.
const endedMax = 5_000

type Options = { config: Config; provider: RegisteredProvider; sink: VoiceSink; clock: Clock; log: Log; limits?: LineLimits }

/** Follows the calls of an exchange by its events, and by looking what it has: when it connects, and every ten seconds. */
export function openAsteriskLine({ config, provider, sink, clock, log, limits = lineLimits }: Options): AriLink {
  const settings = settingsOf(provider)
  const of = { app: settings.app, providerId: provider.id }
  const ari = openAriClient(config, provider)
  const calls = new Map<string, CallState>()
  const ended = new Set<string>()
  const turns = new Map<string, Promise<void>>()
  const timers = new Set<NodeJS.Timeout>()
  // What comes before it is known which calls are on waits.
  let early: AriEvent[] | null = []

  const course = openCallCourse({
    ...{ ari, settings, providerId: provider.id },
    tell: (channel, { key, ...news }) => {
      const eventKey = [channel, news.state, news.live ?? [], key ?? []].flat().join(':')
      return sink.news(provider, { eventKey, providerRef: channel, at: clock.now(), ...news })
    },
    soundUrl: (id, part) => {
      const sound = { customerId: provider.customerId, id: Number(id), part }
      return callSoundUrl(config.secretKey, settings.soundsUrl || config.publicUrl, sound, clock.now())
    },
    identify: (id, digits) => sink.identify(provider, { id, digits }),
    ...{ now: () => clock.now(), later, returnTickMs: limits.returnTickMs },
  })

  function later(call: CallState, ms: number, work: () => Promise<unknown>) {
    const timer = setTimeout(() => {
      timers.delete(timer)
      void inTurn(call.channel, work)
    }, ms)
    timers.add(timer)
  }

  /** What happens to one call happens one after another. A call for which something fails is ended rather than left hanging. */
  function inTurn(channel: string, work: () => Promise<unknown>): Promise<void> {
    const turn = (turns.get(channel) ?? Promise.resolve()).then(work).then(
      () => undefined,
      (error: unknown) => {
        log.warn({ err: error, providerId: provider.id, channel }, 'a step of a call failed; the call is ended')
        return ari.order('DELETE', `/channels/${channel}`).then(
          () => undefined,
          () => undefined,
        )
      },
    )
    turns.set(channel, turn)
    return turn.finally(() => turns.get(channel) === turn && turns.delete(channel))
  }

  // Calls that came in bear a name of the exchange: their number with us.
  const came = new Map<string, string>()
  function nameOf(channel: string): NamedChannel | null {
    const own = readChannelName(of, channel)
    if (own) return own
    const { channel: name, part } = partOfCall(channel)
    const id = came.get(name)
    return id === undefined ? null : { channel: name, id, part }
  }
  function remember(channel: string, id: string) {
    came.set(channel, id)
    const [first] = came.keys()
    if (came.size > endedMax && first !== undefined) came.delete(first)
  }

  /** Somebody calls a number of ours. Whoever we do not know hears that nobody has that number. */
  async function arrive({ id: channel, caller }: AriChannel, dialled: string) {
    if (ended.has(channel) || calls.has(channel)) return
    const taken = await sink.arrived(provider, { providerRef: channel, from: caller?.number ?? '', to: dialled })
    if (!taken) {
      await ari.order('DELETE', `/channels/${channel}`, { reason_code: 1 })
      return
    }
    const { id, isServed } = taken
    remember(channel, id)
    const plan = { agent: null, mayQueue: isServed, hasVoicemail: false, isInbound: true, menu: null }
    const call: CallState = {
      channel,
      id,
      plan,
      stage: 'dialled',
      heard: 'human',
      progress: null,
      digits: '',
      agentSince: null,
      returnUntil: null,
      trouble: null,
    }
    calls.set(channel, call)
    await keepPlan(ari, call)
    await course.came(call)
  }

  async function callOf({ channel, id }: NamedChannel): Promise<CallState | null> {
    const call = calls.get(channel) ?? (await readCallState(ari, channel, id))
    if (call) calls.set(channel, call)
    return call
  }

  function forget(channel: string) {
    calls.delete(channel)
    ended.add(channel)
    const [first] = ended
    if (ended.size > endedMax && first !== undefined) ended.delete(first)
  }

  async function end(call: CallState | null, channel: string, outcome: ReturnType<typeof outcomeOfCall>) {
    const { state, answer, reason } = outcome
    await sink.news(provider, {
      ...{ eventKey: `${channel}:end`, providerRef: channel, at: clock.now(), state },
      ...(answer !== undefined && { answer }),
      ...(reason !== undefined && { reason }),
    })
    forget(channel)
    if (call && isWithAgent(call.stage)) await course.clear(channel)
  }

  async function follow(event: AriEvent, name: NamedChannel) {
    const { channel, part } = name
    if (part === 'ear' || part === 'spy') return followListener(event, name)
    const isAgent = part === 'agent'
    if (ended.has(channel)) {
      if (isAgent && event.type === 'StasisStart') await ari.order('DELETE', `/channels/${agentChannelOf(channel)}`)
      return
    }
    if (event.type === 'ChannelDestroyed' && !isAgent) {
      const call = calls.get(channel) ?? null
      return end(call, channel, outcomeOfEnd(call, event))
    }
    const call = await callOf(name)
    if (!call) return isAgent && event.type === 'StasisStart' && ari.order('DELETE', `/channels/${agentChannelOf(channel)}`)
    if (event.type === 'ChannelDestroyed') return course.agentGone(call, event.channel)
    if (event.type === 'PlaybackFinished') return course.played(call, event.playback.id, event.playback.state)
    if (event.type === 'ChannelDtmfReceived') return isAgent || course.pressed(call, event.digit)
    if (event.type !== 'StasisStart' || event.args[0] === 'inbound') return
    if (isAgent) return course.agentPicked(call, event.channel)
    return event.args[0] === 'amd' ? course.detected(call, event.args[1] ?? '') : course.picked(call)
  }

  /** Who listens picked up, hears, or hung up; of a call that is over there is nothing to hear. */
  async function followListener(event: AriEvent, name: NamedChannel) {
    const { channel, part } = name
    if (event.type === 'ChannelDestroyed') return part === 'ear' ? course.listenerGone(channel, event.channel.creationtime) : undefined
    if (event.type !== 'StasisStart') return
    const call = ended.has(channel) ? null : await callOf(name)
    try {
      if (call?.stage !== 'talking') await course.stopListening(channel)
      else await (part === 'ear' ? course.listenerPicked(call) : course.listenerHears(call))
    } catch (error) {
      // Never the call itself: two people talk in it.
      log.warn({ err: error, providerId: provider.id, channel }, 'a call could not be listened to')
      await course.stopListening(channel)
    }
  }

  function hear(event: AriEvent) {
    const channel = channelOfEvent(event) ?? ''
    const name = nameOf(channel)
    if (name) void inTurn(name.channel, () => follow(event, name))
    else if (event.type === 'StasisStart' && event.args[0] === 'inbound')
      void inTurn(channel, () => arrive(event.channel, event.args[1] ?? ''))
    else if (turns.has(channel))
      // It is being taken: it has a name when this is its turn.
      void inTurn(channel, async () => {
        const later = nameOf(channel)
        if (later) await follow(event, later)
      })
  }

  /** Nobody heard how it ended: what was known of it counts, else it is told as lost. */
  async function endMissing(channel: string, id: string) {
    if (ended.has(channel)) return
    const call = calls.get(channel)
    if (call && call.stage !== 'dialled') return end(call, channel, outcomeOfCall(call))
    await sink.lost(provider, { id, providerRef: channel })
    forget(channel)
  }

  const settle = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(() => {
        timers.delete(timer)
        resolve()
      }, limits.settleMs)
      timers.add(timer)
    })

  async function compare(isNew: boolean) {
    const found = await compareCalls({
      ari,
      of,
      nameOf,
      settings,
      async listCalls() {
        const known = await sink.listCalls(provider)
        for (const { id, channel } of known) if (channel !== null) remember(channel, id)
        return known
      },
      stageOf: (one) => calls.get(one)?.stage,
      now: clock.now(),
    })
    if (isNew) hearEarly()
    else if (found.missing.length > 0) await settle()
    const work = [
      ...found.missing.map(({ channel, id }) => inTurn(channel, () => endMissing(channel, id))),
      ...found.arrived.map((channel) => inTurn(channel.id, () => arrive(channel, dialledOf(of.app, channel) ?? ''))),
      ...found.strays.map((channel) => inTurn(channel, () => ari.order('DELETE', `/channels/${channel}`))),
      // Whoever hung up while nobody followed the exchange listens no more.
      ...found.unheard.map(({ channel }) => inTurn(channel, () => course.listenerGone(channel, String(clock.now().getTime())))),
      ...found.tooLong.map(({ channel }) => inTurn(channel, () => ari.order('DELETE', `/channels/${channel}`))),
    ]
    if (isNew)
      for (const { name, channel, agent } of found.alive)
        work.push(
          inTurn(name.channel, async () => {
            const call = ended.has(name.channel) ? null : await callOf(name)
            if (call) await course.resume(call, channel, agent)
            // It was written down, and then everything stopped.
            else if (came.has(name.channel)) await arrive(channel, dialledOf(of.app, channel) ?? '')
          }),
        )
    await Promise.all(work)
  }

  function hearEarly() {
    const waiting = early ?? []
    early = null
    for (const event of waiting) hear(event)
  }

  const link = openAriLink({
    ...{ config, provider, limits },
    async onUp() {
      await compare(true)
    },
    onDown() {
      early = []
    },
    onEvent: (event) => void (early ? early.push(event) : hear(event)),
  })
  let isComparing = false
  const checking = setInterval(() => {
    if (!link.isUp || isComparing) return
    isComparing = true
    compare(false)
      .catch((err: unknown) => log.warn({ err, providerId: provider.id }, 'the calls of an exchange were not looked at'))
      .finally(() => (isComparing = false))
  }, limits.checkMs)

  return {
    get isUp() {
      return link.isUp
    },
    get fault() {
      return link.fault
    },
    async close() {
      clearInterval(checking)
      for (const timer of timers) clearTimeout(timer)
      await link.close()
      await Promise.all(turns.values())
    },
  }
}
