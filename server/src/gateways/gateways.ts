import type { Channel } from '@regie/contract/channels.ts'
import type { EmailGateway } from './email/email-gateway.ts'
import type { PaymentGateway } from './payment/payment-gateway.ts'
import type { SimulatedEvents } from './simulated-events.ts'
import type { SmsGateway } from './sms/sms-gateway.ts'
import type { VoiceGateway } from './voice/voice-gateway.ts'

/** The outside world: one provider for each kind. */
export type Gateways = {
  email: EmailGateway
  sms: SmsGateway
  voice: VoiceGateway
  payment: PaymentGateway
  /** What simulated providers still have to say; an engine lets them say it. */
  simulatedEvents: SimulatedEvents
  close(): Promise<void>
}

export type ChannelProviders = Partial<Record<Channel, { name: string; simulated: boolean; loopback: boolean }>>

type MessageGateways = Pick<Gateways, 'email' | 'sms' | 'voice'>

/** The channels by which scripts reach people: those with a gateway. */
export const sendChannels = ['email', 'sms', 'call'] as const satisfies Channel[]
export type SendChannel = (typeof sendChannels)[number]

/** The gateway of each channel. */
export function gatewaysByChannel({ email, sms, voice }: MessageGateways) {
  return { email, sms, call: voice } satisfies Record<SendChannel, unknown>
}

/** Who carries which channel, for the decision whether a person may be contacted. */
export function channelProviders(gateways: MessageGateways): ChannelProviders {
  return gatewaysByChannel(gateways)
}
