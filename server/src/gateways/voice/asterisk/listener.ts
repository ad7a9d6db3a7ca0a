import type { AsteriskSettings } from '@regie/contract/voice-providers.ts'
import { GatewayRefused } from '../../gateway-errors.ts'
import type { AriClient } from './ari-client.ts'
import { earBridgeOf, earOf, spyOf } from './call-names.ts'
import { ownRingSeconds, ringPhone } from './place-call.ts'

/** Rings the phone of who wants to listen to a call; what follows when they pick up is the course of the call. */
export async function ringListener(ari: AriClient, settings: AsteriskSettings, channel: string, listener: string): Promise<void> {
  const ear = { channel: earOf(channel), username: listener, appArgs: 'ear', ringSeconds: ownRingSeconds } as const
  if (!(await ringPhone(ari, settings, ear))) throw new GatewayRefused('', 'Your phone can not be rung')
}

/** Ends the phone of who listens; what it heard by goes with it (`clearListener`). */
export const stopListener = (ari: AriClient, channel: string) => ari.order('DELETE', `/channels/${earOf(channel)}`)

/** What is left when the phone of who listened is gone. */
export async function clearListener(ari: AriClient, channel: string): Promise<void> {
  await ari.order('DELETE', `/channels/${spyOf(channel)}`)
  await ari.order('DELETE', `/bridges/${earBridgeOf(channel)}`)
}
