// Everything that we make in an exchange has a name of ours, so that a repeat makes nothing twice and a restart finds it again.

import type { CallPart } from '../voice-gateway.ts'

type Of = { app: string; providerId: number }

/** The name of the channel of a call: the reference that its news carry. */
export const channelOf = ({ app, providerId }: Of, id: string) => `${app}.${providerId}.${id}`

/** The channel of the colleague, what is being played, the bridge of both, and the one in which people wait. */
export const agentChannelOf = (channel: string) => `${channel}.agent`
/** `turn`: what is said again has another name each time. */
export const playbackOf = (channel: string, part: CallPart, turn?: number) => [channel, part, turn ?? []].flat().join('.')
/** The phone of who listens, the channel by which it hears the call, and the bridge of those two. */
export const earOf = (channel: string) => `${channel}.ear`
export const spyOf = (channel: string) => `${channel}.spy`
export const earBridgeOf = (channel: string) => `${channel}.ears`
export const talkBridgeOf = (channel: string) => `${channel}.talk`
export const waitingBridgeOf = ({ app, providerId }: Of) => `${app}.${providerId}.waiting`

/** Which number somebody called who waits in the dialplan's application for us; null: the channel is none of those. */
export function dialledOf(app: string, { dialplan }: { dialplan: { app_name?: string | undefined; app_data?: string | undefined } }) {
  const [of, what, dialled] = (dialplan.app_data ?? '').split(',')
  return dialplan.app_name === 'Stasis' && of === app && what === 'inbound' ? (dialled ?? '') : null
}

/** What a channel of ours is in a call: the person's own, the phone of the agent, that of who listens, or what makes it hear. */
const parts = ['agent', 'ear', 'spy'] as const
export type NamedChannel = { channel: string; id: string; part: 'person' | (typeof parts)[number] }

/** The channel of the call to which one belongs, and which part of it that is. */
export function partOfCall(name: string): Pick<NamedChannel, 'channel' | 'part'> {
  const part = parts.find((one) => name.endsWith(`.${one}`))
  return part === undefined ? { channel: name, part: 'person' } : { channel: name.slice(0, -part.length - 1), part }
}

/** Reads the name of a channel; null: it is none of this provider's. */
export function readChannelName({ app, providerId }: Of, name: string): NamedChannel | null {
  const prefix = `${app}.${providerId}.`
  const { channel, part } = partOfCall(name)
  const id = channel.startsWith(prefix) ? channel.slice(prefix.length) : ''
  return /^\d{1,15}$/.test(id) ? { channel, id, part } : null
}
