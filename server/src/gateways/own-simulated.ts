import { type ProviderChannel, providerChannels } from '@regie/contract/providers.ts'
import type { Gateways } from './gateways.ts'

// Of payment requests the installation has none: a simulation stands there only where a customer chose it.
const ownGateway = { call: 'voice', email: 'email', sms: 'sms', whatsapp: 'whatsapp', payment: 'payment' } as const

const isOwn = (channel: ProviderChannel): channel is keyof typeof ownGateway => channel in ownGateway

/** Does the installation only simulate this channel? */
export const isOwnSimulated = (gateways: Gateways, channel: ProviderChannel): boolean =>
  isOwn(channel) && gateways[ownGateway[channel]].simulated

/** The channels that the installation carries for customers without a provider of their own, each with whether it is a simulation. */
export const ownChannels = (gateways: Gateways): { channel: ProviderChannel; simulated: boolean }[] =>
  providerChannels.filter(isOwn).map((channel) => ({ channel, simulated: isOwnSimulated(gateways, channel) }))
