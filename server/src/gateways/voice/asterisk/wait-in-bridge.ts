import type { AriClient } from './ari-client.ts'

/** Puts somebody where there is music; out of the bridge in which they were. False: they are gone. */
export async function waitInBridge(ari: AriClient, bridge: string, channel: string): Promise<boolean> {
  await ari.order('POST', `/bridges/${bridge}`, { type: 'holding' })
  const isThere = await ari.order('POST', `/bridges/${bridge}/addChannel`, { channel })
  await ari.order('POST', `/bridges/${bridge}/moh`)
  return isThere
}
