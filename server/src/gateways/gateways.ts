import type { Channel } from '@regie/contract/channels.ts'
import type { RequestKind } from '@regie/contract/request-kinds.ts'
import type { EmailGateway } from './email/email-gateway.ts'
import type { Mailbox } from './email/mailbox.ts'
import type { MailReader } from './email/received-mail.ts'
import type { PaymentGateway } from './payment/payment-gateway.ts'
import type { PaymentRequestProvider } from './payment/payment-request-provider.ts'
import type { SimulatedEvents } from './simulated-events.ts'
import type { DeliveryNewsReader } from './message-gateway.ts'
import type { Carrier, RegisteredProvider } from './registered-provider.ts'
import type { HookNews, ProviderHookCall } from './provider-hook.ts'
import type { SpeechGateway } from './speech/speech-gateway.ts'
import type { SmsGateway, SmsLines } from './sms/sms-gateway.ts'
import type { VoiceGateway, VoiceLines } from './voice/voice-gateway.ts'
import type { WhatsappGateway } from './whatsapp/whatsapp-gateway.ts'
import type { WhatsappPairings } from './whatsapp/whatsapp-pairings.ts'

/** The outside world: one provider for each kind. */
export type Gateways = {
  email: EmailGateway
  sms: SmsGateway
  whatsapp: WhatsappGateway
  voice: VoiceGateway
  payment: PaymentGateway
  /** The bank for trying things out, also where the installation has a real one: a customer may choose it. */
  simulatedPayment: PaymentGateway
  /** The gateway of a provider that a customer registered; null: the installation's own. */
  gatewayOf<C extends SendChannel>(channel: C, provider: RegisteredProvider | null): GatewayOfChannel[C]
  /** What takes the payments of a customer: the account that it registered; null: the installation's own. */
  paymentOf(provider: RegisteredProvider | null): PaymentGateway
  /** Payment requests for trying things out, each behaving as its provider does. */
  simulatedRequests: Readonly<Record<RequestKind, PaymentRequestProvider>>
  /** What takes the payment requests of an account that a customer registered for them. */
  requestsOf(provider: RegisteredProvider): PaymentRequestProvider
  /** What speaks the texts of a customer; null: the program of this machine. */
  speechOf(provider: RegisteredProvider | null): SpeechGateway
  /** Opens a mailbox that a customer registered, until the signal; throws GatewayUnavailable. */
  openMailbox(provider: RegisteredProvider, signal: AbortSignal): Promise<Mailbox>
  /** Renews the token by which a provider signs in, when it ends soon; throws GatewayUnavailable. */
  keepSignIn(provider: RegisteredProvider): Promise<void>
  /** What takes received mails apart, in a thread of its own. */
  openMailReader(): MailReader
  /** The connections to SMS exchanges that this process keeps. */
  smsLines: SmsLines
  /** The connections to voice exchanges that this process keeps. */
  voiceLines: VoiceLines
  /** The numbers of WhatsApp that are paired by a code and kept connected by this process. */
  pairings: WhatsappPairings
  /** Whether numbers are paired here, and why not. */
  pairingMode: 'off' | 'notInstalled' | 'simulation' | 'on'
  /** Translates a call of the webhook of one provider; throws WebhookRefused. Null: it has none. */
  readHook(provider: RegisteredProvider, call: ProviderHookCall): HookNews | null
  /** Connects and signs in without sending anything; throws GatewayUnavailable. */
  testProvider(provider: RegisteredProvider): Promise<void>
  /** Those of all providers that tell later, by their names. */
  newsReaders: readonly DeliveryNewsReader[]
  /** What simulated providers still have to say; an engine lets them say it. */
  simulatedEvents: SimulatedEvents
  close(): Promise<void>
}

export type GatewayOfChannel = { email: EmailGateway; sms: SmsGateway; whatsapp: WhatsappGateway; call: VoiceGateway }

export type ChannelProviders = Partial<Record<Channel, Carrier>>

type MessageGateways = Pick<Gateways, 'email' | 'sms' | 'whatsapp' | 'voice'>

/** The channels by which scripts reach people: those with a gateway. */
export const sendChannels = ['email', 'sms', 'whatsapp', 'call'] as const satisfies Channel[]
export type SendChannel = (typeof sendChannels)[number]

/** The gateway of each channel. */
export function gatewaysByChannel({ email, sms, whatsapp, voice }: MessageGateways) {
  return { email, sms, whatsapp, call: voice } satisfies Record<SendChannel, unknown>
}

const ownCarrier = ({ name, simulated, loopback }: { name: string; simulated: boolean; loopback: boolean }): Carrier => ({
  ...{ name, simulated, loopback },
  providerId: null,
  isOff: false,
  sender: '',
})

/** Who of the installation carries which channel, for the decision whether a person may be contacted. */
export function channelProviders(gateways: MessageGateways): ChannelProviders {
  const { email, sms, whatsapp, call } = gatewaysByChannel(gateways)
  return { email: ownCarrier(email), sms: ownCarrier(sms), whatsapp: ownCarrier(whatsapp), call: ownCarrier(call) }
}
