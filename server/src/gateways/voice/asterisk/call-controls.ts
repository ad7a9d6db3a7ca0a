import { setTimeout as sleep } from 'node:timers/promises'
import { CallUnknown, GatewayRefused, GatewayUnavailable, GatewayUncertain } from '../../gateway-errors.ts'
import type { CallControls } from '../voice-gateway.ts'
import { type AriAnswer, type AriClient, refusalOf } from './ari-client.ts'
import type { AsteriskSettings } from '@regie/contract/voice-providers.ts'
import { ringListener, stopListener } from './listener.ts'
import { agentChannelOf, readChannelName, talkBridgeOf, waitingBridgeOf } from './call-names.ts'
import { keepHeld, keepMuted, keepReleased, readBrowserOf, readCallState } from './call-state.ts'
import { waitInBridge } from './wait-in-bridge.ts'

// A channel that is ended is gone in a moment; its name is taken until then.
const goneMs = { pause: 50, most: 3_000 }

type Of = { app: string; providerId: number }

/** What an agent does in a call, as orders to the exchange. What it does not answer, or refuses, is refused in its own words: nothing is taken for done. */
export function openCallControls(ari: AriClient, settings: AsteriskSettings, of: Of): CallControls {
  const waitingBridge = waitingBridgeOf(of)

  async function mustTalk(channel: string) {
    // A call that came in has a name of the exchange.
    const call = await readCallState(ari, channel, readChannelName(of, channel)?.id ?? '')
    if (!call) throw new CallUnknown('The exchange has no such call')
    if (call.stage !== 'talking') throw new GatewayRefused('', 'notTalking')
    return call
  }

  async function mustBeDone(asking: Promise<AriAnswer>) {
    const { status, words } = await asking
    if (status === 404) throw new CallUnknown('The exchange has no such call')
    if (status >= 300) throw new GatewayRefused(String(status), words)
  }

  const controls: CallControls = {
    async mute(channel, isMuted) {
      await mustTalk(channel)
      // What the agent says goes into the exchange.
      await mustBeDone(ari.ask(isMuted ? 'POST' : 'DELETE', `/channels/${agentChannelOf(channel)}/mute`, { direction: 'in' }))
      if (settings.webPhoneUrl !== '') await keepMuted(ari, channel, isMuted)
    },
    async hold(channel, isHeld) {
      await mustTalk(channel)
      const isThere = isHeld
        ? await waitInBridge(ari, waitingBridge, channel)
        : await ari.order('POST', `/bridges/${talkBridgeOf(channel)}/addChannel`, { channel })
      if (!isThere) throw new CallUnknown('The exchange has no such call')
      if (settings.webPhoneUrl !== '') await keepHeld(ari, channel, isHeld)
    },
    async press(channel, digits) {
      await mustTalk(channel)
      await mustBeDone(ari.ask('POST', `/channels/${channel}/dtmf`, { dtmf: digits, between: 120, duration: 120 }))
    },
    async release(channel) {
      const call = await mustTalk(channel)
      const agent = agentChannelOf(channel)
      if (!(await waitInBridge(ari, waitingBridge, channel))) throw new CallUnknown('The exchange has no such call')
      // Before the phone of the agent goes: whoever follows the call sees that it is no end.
      await keepReleased(ari, call)
      await ari.order('DELETE', `/channels/${agent}`)
      await stopListener(ari, channel)
      for (let waited = 0; waited < goneMs.most; waited += goneMs.pause) {
        const { status } = await ari.ask('GET', `/channels/${agent}`)
        if (status === 404) return
        if (status !== 200) throw refusalOf(status, 'The phone of the colleague is not let go')
        await sleep(goneMs.pause)
      }
    },
    async leave(channel, username) {
      const call = await readCallState(ari, channel, readChannelName(of, channel)?.id ?? '')
      if (call?.stage !== 'talking' || (await readBrowserOf(ari, channel)) !== username) return
      await ari.order('DELETE', `/channels/${agentChannelOf(channel)}`)
    },
    async listen(channel, listener) {
      await mustTalk(channel)
      await ringListener(ari, settings, channel, listener)
    },
    async stopListening(channel) {
      await stopListener(ari, channel)
    },
  }
  return {
    mute: (channel, isMuted) => controls.mute(channel, isMuted).catch(asRefusal),
    hold: (channel, isHeld) => controls.hold(channel, isHeld).catch(asRefusal),
    press: (channel, digits) => controls.press(channel, digits).catch(asRefusal),
    release: (channel) => controls.release(channel).catch(asRefusal),
    leave: (channel, username) => controls.leave(channel, username).catch(asRefusal),
    listen: (channel, listener) => controls.listen(channel, listener).catch(asRefusal),
    stopListening: (channel) => controls.stopListening(channel).catch(asRefusal),
  }
}

/** An exchange that is not there, or does not answer, has not done it as far as anybody knows. */
export function asRefusal(error: unknown): never {
  if (error instanceof GatewayUnavailable || error instanceof GatewayUncertain) throw new GatewayRefused('', error.message)
  throw error
}
