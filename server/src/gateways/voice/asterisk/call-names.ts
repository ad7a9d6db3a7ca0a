// Everything that we make in an exchange has a name of ours, so that a repeat makes nothing twice and a restart finds it again.

type Of = { app: string; providerId: number }

/** The name of the channel of a call: the reference that its news carry. */
export const channelOf = ({ app, providerId }: Of, id: string) => `${app}.${providerId}.${id}`

/** The channel of the colleague, what is being played, the bridge of both, and the one in which people wait. */
export const agentChannelOf = (channel: string) => `${channel}.agent`
export const playbackOf = (channel: string, part: 'answer' | 'voicemail') => `${channel}.${part}`
export const talkBridgeOf = (channel: string) => `${channel}.talk`
export const waitingBridgeOf = ({ app, providerId }: Of) => `${app}.${providerId}.waiting`

/** Which number somebody called who waits in the dialplan's application for us; null: the channel is none of those. */
export function dialledOf(app: string, { dialplan }: { dialplan: { app_name?: string | undefined; app_data?: string | undefined } }) {
  const [of, what, dialled] = (dialplan.app_data ?? '').split(',')
  return dialplan.app_name === 'Stasis' && of === app && what === 'inbound' ? (dialled ?? '') : null
}

export type NamedChannel = { channel: string; id: string; isAgent: boolean }

/** Reads the name of a channel; null: it is none of this provider's. */
export function readChannelName({ app, providerId }: Of, name: string): NamedChannel | null {
  const prefix = `${app}.${providerId}.`
  if (!name.startsWith(prefix)) return null
  const [, id = '', agent] = /^(\d{1,15})(\.agent)?$/.exec(name.slice(prefix.length)) ?? []
  return id === '' ? null : { channel: prefix + id, id, isAgent: agent !== undefined }
}
