import type { Channel } from '@regie/contract/time-windows.ts'
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

/** Who carries which channel, for the decision whether a person may be contacted. */
export function channelProviders({ email, sms, voice }: Pick<Gateways, 'email' | 'sms' | 'voice'>): ChannelProviders {
  return { mail: email, sms, call: voice }
}
