import type { AsteriskSettings } from '@regie/contract/voice-providers.ts'
import type { LiveCallState } from '@regie/contract/monitor.ts'
import type { CallPart } from '../voice-gateway.ts'
import type { AriClient } from './ari-client.ts'
import type { AriChannel } from './ari-events.ts'
import { agentChannelOf, earBridgeOf, earOf, playbackOf, spyOf, talkBridgeOf, waitingBridgeOf } from './call-names.ts'
import { ownRingSeconds, ringAgent } from './place-call.ts'
import { type CallNews, type CallStage, type CallState, type Heard, keepStage, readCallState, readVariable } from './call-state.ts'
import { clearListener, stopListener } from './listener.ts'
import { type Identify, openMenuCourse } from './menu-course.ts'
import { menuBegins, type MenuPlan, type MenuProgress } from './menu-plan.ts'
import { openReturning } from './returning.ts'
import { bringTogether, waitInBridge } from './wait-in-bridge.ts'

type Options = {
  ari: AriClient
  settings: AsteriskSettings
  providerId: number
  tell(channel: string, news: CallNews): Promise<void>
  soundUrl(id: string, part: CallPart): string
  identify: Identify
  now(): Date
  /** Does something with a call after so long, when it is its turn. */
  later(call: CallState, ms: number, work: () => Promise<unknown>): void
  /** How often it is looked whether a browser is back. */
  returnTickMs: number
}

/** The part of the dialplan that finds out who picked up (deploy/asterisk/extensions.conf). */
const detection = { context: 'regie-amd', extension: 's', priority: 1 } as const
// So long after the text a key may still be pressed.
const listenMs = 8_000

const isUpIn = (app: string, { state, dialplan }: AriChannel) => state === 'Up' && dialplan.app_name === app

/** What happens in a call, step by step. Each step asks how far the call is, so that one that comes twice or late does nothing. */
export function openCallCourse({ ari, settings, providerId, tell, soundUrl, identify, now, later, returnTickMs }: Options) {
  const waitingBridge = waitingBridgeOf({ app: settings.app, providerId })
  const live = (call: CallState, state: LiveCallState) => tell(call.channel, { state: 'live', live: state })

  async function move(call: CallState, stage: CallStage, heard: Heard = call.heard) {
    Object.assign(call, { stage, heard })
    await keepStage(ari, call)
  }

  /** Says `silent` of a call when it still listens after so long. */
  function endLater(call: CallState, ms: number) {
    const turn = call.progress?.turn
    later(call, ms, () => silent(call, turn))
  }

  const hangUp = ({ channel }: CallState) => ari.order('DELETE', `/channels/${channel}`)

  const wait = (call: CallState) => waitInBridge(ari, waitingBridge, call.channel)

  const menu = openMenuCourse({
    ...{ move, speak, toQueue, hangUp, identify, listenFor: endLater },
    hush: async (call) => void (await ari.order('DELETE', `/playbacks/${playbackNow(call)}`)),
    chose: (call, choice) => tell(call.channel, { state: 'chose', choice, key: choice }),
  })

  const returning = openReturning({ ...{ ari, settings, now, later, returnTickMs, move, wait, hangUp }, tell })

  /** Somebody called us: they hear where they are, and wait for a colleague, or that nobody is there. */
  async function came(call: CallState) {
    if (call.stage !== 'dialled') return
    await ari.order('POST', `/channels/${call.channel}/answer`)
    await move(call, 'speaking', 'human')
    await speak(call)
    await live(call, 'incall')
  }

  async function toQueue(call: CallState) {
    await move(call, 'waiting')
    await wait(call)
    await live(call, 'transferring')
  }

  async function picked(call: CallState) {
    if (call.stage !== 'dialled') return
    const { agent } = call.plan
    if (agent !== null) {
      await move(call, 'waiting', 'human')
      await live(call, 'incall')
      await wait(call)
      if (!(await ringAgent(ari, settings, call.channel, agent, ownRingSeconds))) await agentGone(call, null)
      return
    }
    if (!settings.detectsAnswer) {
      await live(call, 'incall')
      return detected(call, 'HUMAN')
    }
    await move(call, 'detecting')
    await ari.order('POST', `/channels/${call.channel}/continue`, detection)
    await live(call, 'incall')
  }

  async function detected(call: CallState, status: string) {
    if (call.stage !== 'dialled' && call.stage !== 'detecting') return
    const heard = status === 'MACHINE' ? 'machine' : status === 'NOTSURE' ? 'unsure' : 'human'
    if (call.plan.menu && heard !== 'machine') call.progress = menuBegins(call.plan.menu)
    await move(call, 'speaking', heard)
    const isSilent = heard === 'machine' && !call.plan.hasVoicemail
    // Finding out took two seconds of silence: the text begins before anything is written down.
    if (!isSilent) await speak(call)
    await live(call, heard === 'machine' ? 'voicemail' : 'human')
    if (isSilent) await hangUp(call)
    else await live(call, 'script')
  }

  async function speak(call: CallState) {
    await ari.order('POST', `/channels/${call.channel}/play/${playbackNow(call)}`, {
      media: `sound:${soundUrl(call.id, partOf(call))}`,
    })
  }

  async function played(call: CallState, playback: string, state: string) {
    if (call.stage !== 'speaking' || playback !== playbackNow(call)) return
    // Whoever calls us is served, heard or not.
    if (call.plan.isInbound && call.plan.mayQueue) return toQueue(call)
    if (state !== 'done') call.trouble = 'soundNotPlayed'
    else if (isAsking(call)) return menu.played(call, call.plan.menu)
    else if (call.plan.mayQueue && call.heard !== 'machine') return listen(call)
    await hangUp(call)
  }

  async function listen(call: CallState) {
    await move(call, 'listening')
    endLater(call, listenMs)
  }

  /** Nobody pressed a key in time. */
  async function silent(call: CallState, turn: number | undefined) {
    if (call.stage !== 'listening' || call.progress?.turn !== turn) return
    await (isAsking(call) ? menu.silent(call) : hangUp(call))
  }

  async function pressed(call: CallState, key: string) {
    if (isAsking(call)) return menu.pressed(call, key, call.plan.menu)
    const mayAsk = call.plan.mayQueue && call.heard !== 'machine' && (call.stage === 'speaking' || call.stage === 'listening')
    if (!mayAsk || key !== settings.agentKey) return
    await move(call, 'waiting')
    await ari.order('DELETE', `/playbacks/${playbackOf(call.channel, 'answer')}`)
    await toQueue(call)
  }

  async function agentPicked(call: CallState, agent: AriChannel) {
    if (call.stage === 'returning') return returning.picked(call, agent)
    if (call.stage !== 'waiting') return
    call.agentSince = agent.creationtime
    await move(call, 'talking')
    await bringTogether(ari, call.channel)
    await tell(call.channel, { state: 'talking', key: agent.creationtime })
  }

  /**
   * The colleague hung up, or did not pick up: whoever was called does not go on listening to music. Who waits for any colleague waits on: the next one is
   * rung for them.
   */
  async function agentGone(call: CallState, agent: AriChannel | null) {
    if (call.stage !== 'waiting' && call.stage !== 'talking') return
    // News of a phone before the one that is in the call now.
    if (call.stage === 'talking' && agent && call.agentSince !== null && agent.creationtime !== call.agentSince) return
    // The desk let them go, by whichever process: the exchange knows that the person waits for another one.
    const kept = call.stage === 'talking' ? await readCallState(ari, call.channel, call.id) : null
    if (kept?.stage === 'waiting') return void Object.assign(call, kept)
    if (call.stage === 'talking' && (await returning.left(call))) return
    if (call.stage === 'waiting' && call.plan.agent === null) {
      if (agent) await tell(call.channel, { state: 'agentMissed', key: agent.creationtime })
      return
    }
    if (call.stage === 'waiting') call.trouble = 'agentNotReached'
    await hangUp(call)
  }

  /** The colleague who listens picked up: what is said in the call is brought to them, and nothing of theirs into it. */
  async function listenerPicked({ channel }: CallState) {
    const ways = { spy: 'both', whisper: 'none', app: settings.app, appArgs: 'spy' }
    await ari.order('POST', `/channels/${channel}/snoop/${spyOf(channel)}`, ways)
  }

  async function listenerHears({ channel }: CallState) {
    await ari.order('POST', `/bridges/${earBridgeOf(channel)}`, { type: 'mixing' })
    await ari.order('POST', `/bridges/${earBridgeOf(channel)}/addChannel`, { channel: `${earOf(channel)},${spyOf(channel)}` })
  }

  async function listenerGone(channel: string, key: string) {
    await clearListener(ari, channel)
    await tell(channel, { state: 'listenerGone', key })
  }

  /** What is left of a call that is over. */
  async function clear(channel: string) {
    await ari.order('DELETE', `/channels/${agentChannelOf(channel)}`)
    await ari.order('DELETE', `/bridges/${talkBridgeOf(channel)}`)
    await ari.order('DELETE', `/channels/${earOf(channel)}`)
  }

  /** Goes on with a call whose events may have been missed, from what the exchange shows of it. */
  async function resume(call: CallState, channel: AriChannel, agent: AriChannel | undefined) {
    if (call.plan.isInbound && call.stage === 'dialled') await came(call)
    else if (call.stage === 'dialled' && isUpIn('Stasis', channel)) await picked(call)
    else if (call.stage === 'detecting' && isUpIn('Stasis', channel)) {
      const status = await readVariable(ari, call.channel, 'AMDSTATUS')
      if (status) await detected(call, status)
    } else if (call.stage === 'speaking') {
      const playback = playbackNow(call)
      if ((await ari.ask('GET', `/playbacks/${playback}`)).status === 404) await played(call, playback, 'done')
    } else if (call.stage === 'listening') endLater(call, call.plan.menu ? call.plan.menu.waitSeconds * 1_000 : listenMs)
    else if (call.stage === 'ending') await hangUp(call)
    else if (agent && isUpIn('Stasis', agent)) {
      if (call.stage === 'talking') call.agentSince = agent.creationtime
      else await agentPicked(call, agent)
    } else if (call.stage === 'returning') returning.goOn(call)
    else if (!agent && (call.stage === 'talking' || call.plan.agent !== null)) {
      // They may be rung since the exchange was asked.
      const { status } = await ari.ask('GET', `/channels/${agentChannelOf(call.channel)}`)
      if (status === 404) await agentGone(call, null)
    }
  }

  const stopListening = (channel: string) => stopListener(ari, channel)

  return {
    ...{ came, picked, detected, played, pressed, silent, agentPicked, agentGone, hangUp, clear, resume },
    ...{ listenerPicked, listenerHears, listenerGone, stopListening },
  }
}

const partOf = ({ heard, progress }: CallState): CallPart => progress?.part ?? (heard === 'machine' ? 'voicemail' : 'answer')
const playbackNow = (call: CallState) => playbackOf(call.channel, partOf(call), call.progress?.turn)

type Asking = CallState & { progress: MenuProgress; plan: { menu: MenuPlan } }
const isAsking = (call: CallState): call is Asking => call.progress !== null && call.plan.menu !== null
