import type { AriClient } from './ari-client.ts'
import { agentChannelOf, talkBridgeOf } from './call-names.ts'

/** Puts somebody where there is music; out of the bridge in which they were. False: they are gone. */
export async function waitInBridge(ari: AriClient, bridge: string, channel: string): Promise<boolean> {
  await ari.order('POST', `/bridges/${bridge}`, { type: 'holding' })
  const isThere = await ari.order('POST', `/bridges/${bridge}/addChannel`, { channel })
  await ari.order('POST', `/bridges/${bridge}/moh`)
  return isThere
}

/** Lets two talk with each other; `isHeld`: the agent waits there alone, the person hears music still. */
export async function bringTogether(ari: AriClient, channel: string, isHeld = false): Promise<void> {
  const bridge = talkBridgeOf(channel)
  await ari.order('POST', `/bridges/${bridge}`, { type: 'mixing' })
  const agent = agentChannelOf(channel)
  await ari.order('POST', `/bridges/${bridge}/addChannel`, { channel: isHeld ? agent : `${channel},${agent}` })
}
