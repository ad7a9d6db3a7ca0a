import { returnSeconds } from '@regie/contract/softphone.ts'
import type { AsteriskSettings } from '@regie/contract/voice-providers.ts'
import { GatewayUnavailable, GatewayUncertain } from '../../gateway-errors.ts'
import type { AriClient } from './ari-client.ts'
import type { AriChannel } from './ari-events.ts'
import { isBrowserThere } from './browser-phone.ts'
import { agentChannelOf } from './call-names.ts'
import { type CallNews, type CallStage, type CallState, keepReleased, readBrowserOf, readManners } from './call-state.ts'
import { stopListener } from './listener.ts'
import { ringAgent } from './place-call.ts'
import { bringTogether } from './wait-in-bridge.ts'

// A page answers by itself at once; one that does not is gone again.
const ringSeconds = 8

type Options = {
  ari: AriClient
  settings: AsteriskSettings
  now(): Date
  later(call: CallState, ms: number, work: () => Promise<unknown>): void
  returnTickMs: number
  move(call: CallState, stage: CallStage): Promise<void>
  wait(call: CallState): Promise<unknown>
  hangUp(call: CallState): Promise<unknown>
  tell(channel: string, news: CallNews): Promise<void>
}

/**
 * The page by which an agent talked is gone: loaded anew, closed, or its connection broke. Who they talked with hears music for a while; as soon as the
 * browser is connected again it is rung, and they talk on. Else the person waits for any agent.
 */
export function openReturning({ ari, settings, now, later, returnTickMs, move, wait, hangUp, tell }: Options) {
  /** False: they did not talk by a browser. */
  async function left(call: CallState): Promise<boolean> {
    if (settings.webPhoneUrl === '' || (await readBrowserOf(ari, call.channel)) === null) return false
    const key = call.agentSince ?? String(now().getTime())
    await move(call, 'returning')
    await wait(call)
    await tell(call.channel, { state: 'agentLeft', key })
    goOn(call)
    return true
  }

  /** Looks for the browser from now on. After a restart of ours it has its whole time again. */
  function goOn(call: CallState) {
    call.returnUntil ??= new Date(now().getTime() + returnSeconds * 1_000)
    later(call, returnTickMs, () => look(call))
  }

  async function look(call: CallState) {
    if (call.stage !== 'returning' || call.returnUntil === null) return
    const leftMs = call.returnUntil.getTime() - now().getTime()
    if (leftMs <= 0) return lost(call)
    try {
      await ringAgain(call, leftMs)
    } catch (error) {
      // An exchange that does not answer now may do so in a moment; two people wait for each other.
      if (!(error instanceof GatewayUnavailable || error instanceof GatewayUncertain)) throw error
    }
    later(call, returnTickMs, () => look(call))
  }

  async function ringAgain(call: CallState, leftMs: number) {
    const agent = await readBrowserOf(ari, call.channel)
    const { status } = await ari.ask('GET', `/channels/${agentChannelOf(call.channel)}`)
    if (agent !== null && status === 404 && (await isBrowserThere(ari, settings, agent)))
      await ringAgent(ari, settings, call.channel, agent, Math.min(ringSeconds, Math.ceil(leftMs / 1_000)))
  }

  /** What they did before stays: who was muted is not heard, who was held hears music. */
  async function picked(call: CallState, agent: AriChannel) {
    const { isMuted, isHeld } = await readManners(ari, call.channel)
    if (isMuted) await ari.order('POST', `/channels/${agentChannelOf(call.channel)}/mute`, { direction: 'in' })
    Object.assign(call, { agentSince: agent.creationtime, returnUntil: null })
    await move(call, 'talking')
    await bringTogether(ari, call.channel, isHeld)
    await tell(call.channel, { state: 'agentBack', key: agent.creationtime })
  }

  async function lost(call: CallState) {
    const key = call.agentSince ?? String(call.returnUntil?.getTime())
    call.returnUntil = null
    // Whoever called by hand is the only one this person is for.
    if (call.plan.agent !== null) return hangUp(call)
    await keepReleased(ari, call)
    await stopListener(ari, call.channel)
    await ari.order('DELETE', `/channels/${agentChannelOf(call.channel)}`)
    call.stage = 'waiting'
    await tell(call.channel, { state: 'agentLost', key })
  }

  return { left, goOn, picked }
}
