import { type AsteriskSettings, dialPlaces } from '@regie/contract/voice-providers.ts'
import { GatewayRefused, GatewayUnavailable, GatewayUncertain } from '../../gateway-errors.ts'
import { type CallPart, type OutgoingCall, partOfKey } from '../voice-gateway.ts'
import { type AriAnswer, type AriClient, refusalOf } from './ari-client.ts'
import { browserPhoneOf, isBrowserThere } from './browser-phone.ts'
import { agentChannelOf } from './call-names.ts'
import { keepBrowserOf, variablesOf } from './call-state.ts'
import { menuPlanOf } from './menu-plan.ts'

// The phone of whoever made the call.
export const ownRingSeconds = 30
// As our messages are numbered a channel is dialled once: its name is taken for as long as it lasts.
const isTaken = ({ status }: AriAnswer) => status === 200 || status === 409

/** Dials a call under the name of its channel. Said again while the call lasts it dials no second one. */
export async function placeCall(ari: AriClient, settings: AsteriskSettings, channel: string, call: OutgoingCall): Promise<void> {
  const plan = await planOf(call)
  const callerId = call.from.replace(/[^\p{L}\d +.<>"-]/gu, '').trim()
  const fields = {
    ...{ app: settings.app, appArgs: 'call', timeout: settings.ringSeconds },
    endpoint: settings.trunk.replace(dialPlaces.number, call.to.replace(/\D/g, '')),
    ...(callerId !== '' && { callerId }),
  }
  const order = () => ari.ask('POST', `/channels/${channel}`, fields, { variables: variablesOf(plan, settings.app) })
  const answer = await order().catch(async (error: unknown) => {
    // The exchange may have it all the same; then it is there.
    if (error instanceof GatewayUncertain && (await isThere(ari, channel))) return null
    throw error
  })
  if (answer === null || isTaken(answer)) return
  if (answer.status === 400 || answer.status === 422) throw new GatewayRefused(String(answer.status), answer.words.replace(/^\d+ ?/, ''))
  if (answer.status >= 500 && (await isThere(ari, channel))) return
  throw refusalOf(answer.status, answer.words)
}

async function isThere(ari: AriClient, channel: string): Promise<boolean> {
  return ari.ask('GET', `/channels/${channel}`).then(
    ({ status }) => status === 200,
    () => false,
  )
}

/** Nobody is rung up to hear silence: what is said is spoken before it is dialled. */
async function planOf({ agent, mayQueue, voicemailText, menu, sound }: OutgoingCall) {
  if (agent !== null) return { agent, mayQueue: false, hasVoicemail: false, isInbound: false, menu: null }
  const heard = (menu?.keys ?? []).flatMap(({ key, act }) => (act === 'hear' ? [partOfKey(key)] : []))
  for (const part of ['answer', ...(menu?.identity ? ['identified'] : []), ...heard] as CallPart[])
    if ((await sound(part)) === null) throw new GatewayUnavailable('The text of the call was not spoken')
  const hasVoicemail = voicemailText !== null && (await sound('voicemail')) !== null
  return { agent, mayQueue, hasVoicemail, isInbound: false, menu: menu && menuPlanOf(menu) }
}

/** Rings the phone of a colleague for a call; false: it can not be rung. Said again it rings no second time. */
export async function ringAgent(ari: AriClient, settings: AsteriskSettings, channel: string, agent: string, ringSeconds: number) {
  const isBrowser = await isBrowserThere(ari, settings, agent)
  // Before it rings: whoever hears of its end knows whether a page may come back.
  if (settings.webPhoneUrl !== '') await keepBrowserOf(ari, channel, isBrowser ? agent : '')
  return ringPhone(ari, settings, { channel: agentChannelOf(channel), username: agent, appArgs: 'agent', ringSeconds, isBrowser })
}

type Ringing = { channel: string; username: string; appArgs: 'agent' | 'ear'; ringSeconds: number; isBrowser?: boolean }

/** Rings the phone of somebody of the staff under a name: the browser at which they sit, else their own one; false: it can not be rung. */
export async function ringPhone(
  ari: AriClient,
  settings: AsteriskSettings,
  { channel, username, appArgs, ringSeconds, isBrowser }: Ringing,
): Promise<boolean> {
  const byBrowser = isBrowser ?? (await isBrowserThere(ari, settings, username))
  const answer = await ari.ask('POST', `/channels/${channel}`, {
    ...{ app: settings.app, appArgs, timeout: ringSeconds },
    // A username may be an address; what follows an @ would be a host.
    endpoint: byBrowser
      ? `PJSIP/${browserPhoneOf(settings, username)}`
      : settings.agentPhone.replace(dialPlaces.agent, username.replace(/[^\w.-]/g, '_')),
  })
  return isTaken(answer)
}
