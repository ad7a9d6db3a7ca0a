import * as z from 'zod/mini'

/** The ways to reach a person, in the order in which screens show them. A template's kind is the channel that it is written for. */
export const channels = ['call', 'email', 'sms', 'whatsapp'] as const
export const Channel = z.enum(channels)
export type Channel = z.infer<typeof Channel>

/** The channels by which people write to us, and we to them. */
export type WrittenChannel = Exclude<Channel, 'call'>

/** The channels of conversations: the written ones, and the chat on a customer's site, by which only a visitor can begin. */
export const conversationChannels = ['email', 'sms', 'whatsapp', 'webchat'] as const
export const ConversationChannel = z.enum(conversationChannels)
export type ConversationChannel = z.infer<typeof ConversationChannel>

/** What a provider reports later about something that it took. */
export type DeliveryNews = 'delivered' | 'read' | 'failed' | 'answered' | 'unanswered' | 'voicemail' | 'transferred'

type ChannelTrait = {
  /** The fields of a case that may hold its address, the preferred one first. */
  addresses: readonly ('mobile' | 'phone' | 'email')[]
  /** Why it reaches nobody where a case has none of them. */
  noAddress: 'noPhone' | 'noMobile' | 'noEmail'
  /** What a script has only so much of: lines at once, or so many an hour. */
  capacity: 'lines' | 'perHour' | null
  /** Something to read, under the cap of written messages; what is spoken has caps of its own. */
  isWritten: boolean
  /** The states that its providers report. */
  news: readonly DeliveryNews[]
}

/** All that differs between the channels. A new one is a line here, a gateway, and the words that the compiler then asks for. */
export const channelTable = {
  call: {
    addresses: ['mobile', 'phone'],
    noAddress: 'noPhone',
    capacity: 'lines',
    isWritten: false,
    news: ['answered', 'transferred', 'voicemail', 'unanswered', 'failed'],
  },
  email: { addresses: ['email'], noAddress: 'noEmail', capacity: null, isWritten: true, news: ['delivered', 'read', 'failed'] },
  sms: { addresses: ['mobile'], noAddress: 'noMobile', capacity: 'perHour', isWritten: true, news: ['delivered', 'read', 'failed'] },
  whatsapp: { addresses: ['mobile'], noAddress: 'noMobile', capacity: null, isWritten: true, news: ['delivered', 'read', 'failed'] },
} as const satisfies Record<Channel, ChannelTrait>

type Addresses = { phone: string | null; mobile: string | null; email: string | null }

/** The address of a case that this channel uses; null where it has none. */
export function addressOf(addresses: Addresses, channel: Channel): string | null {
  const field = channelTable[channel].addresses.find((name) => addresses[name])
  return field === undefined ? null : addresses[field]
}

/** An address as lists of addresses keep it: e-mail in lower case. */
export function addressKey(channel: Channel, address: string): string {
  return channelTable[channel].addresses[0] === 'email' || !address.startsWith('+') ? address.toLowerCase() : address
}
