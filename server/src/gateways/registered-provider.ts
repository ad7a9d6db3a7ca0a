import { carriesNothing, type ProviderChannel, type ProviderSettings } from '@regie/contract/providers.ts'
import { isLoopback } from '../platform/http/public-address.ts'

/** A provider as a customer registered it; `secret` is as the database keeps it. */
export type RegisteredProvider = {
  customerId: number
  id: number
  channel: ProviderChannel
  name: string
  settings: ProviderSettings
  secret: Buffer | null
  dkimKey: Buffer | null
  state: 'active' | 'off' | 'failing'
  version: number
}

/** What the decision to contact, and the record of a message, know of the one who carries it. */
export type Carrier = {
  /** The adapter's: by it the news of the provider find their message. */
  name: string
  simulated: boolean
  loopback: boolean
  /** Null: the installation's own. */
  providerId: number | null
  isOff: boolean
  /** Empty: the installation's sender. */
  sender: string
}

const simulatedNames = {
  call: 'simulated-voice',
  email: 'simulated-email',
  sms: 'simulated-sms',
  whatsapp: 'simulated-whatsapp',
  payment: 'simulated-payment',
  acceptemail: 'simulated-acceptemail',
  mailtopay: 'simulated-mailtopay',
} as const satisfies Record<ProviderChannel, string>

/** Where a provider is reached. */
function hostOf(settings: Exclude<ProviderSettings, { kind: 'simulated' }>): string {
  if (settings.kind === 'web-pairing') return 'web.whatsapp.com'
  if ('url' in settings) return new URL(settings.url).hostname
  return 'baseUrl' in settings ? new URL(settings.baseUrl).hostname : settings.host
}

/** What is known of a registered provider without opening it. */
export function carrierOf({ id, channel, settings, state }: Pick<RegisteredProvider, 'id' | 'channel' | 'settings' | 'state'>): Carrier {
  const isSimulated = settings.kind === 'simulated' || (settings.kind === 'web-pairing' && settings.isSimulation)
  return {
    name: isSimulated ? simulatedNames[channel] : settings.kind,
    simulated: isSimulated,
    loopback: settings.kind === 'simulated' || isSimulated || isLoopback(hostOf(settings)),
    providerId: id,
    isOff: state === 'off' || carriesNothing(settings.kind),
    sender: 'sender' in settings ? settings.sender : '',
  }
}

/** A number of WhatsApp that was paired by a code has no place for files: its client carries texts alone. Its simulation takes what Meta does. */
export const carriesTextsOnly = ({ name }: Pick<Carrier, 'name'>): boolean => name === ('web-pairing' satisfies ProviderSettings['kind'])

/** What payment attempts and the path of a webhook call an account: by it they find it again, and no other one is asked about them. */
export const paymentNameOf = ({ id, kind }: { id: number; kind: string }) => `${kind}-${id}`

/** Binds the encrypted secret to its row. */
export function secretPurpose({ customerId, id }: Pick<RegisteredProvider, 'customerId' | 'id'>): string {
  return `provider:${customerId}:${id}`
}

/** Binds the key that signs to its row. */
export const dkimPurpose = (provider: Pick<RegisteredProvider, 'customerId' | 'id'>) => `${secretPurpose(provider)}:dkim`
