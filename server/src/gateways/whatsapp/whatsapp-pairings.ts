import type { WhatsappWebReason } from '@regie/contract/whatsapp-web.ts'
import type { DeliveryUpdate } from '../message-gateway.ts'
import type { RegisteredProvider } from '../registered-provider.ts'
import type { IncomingWhatsapp } from './whatsapp-gateway.ts'

/** How a paired number stands. */
export type PairingNews =
  | { state: 'unpaired'; reason: WhatsappWebReason | null }
  | { state: 'connecting' }
  | { state: 'qr'; qr: string; until: Date }
  | { state: 'paired' }
  | { state: 'open'; phone: string; name: string }
  | { state: 'disconnected'; reason: WhatsappWebReason; retryAt: Date }

/** One key of a connection as the program that keeps it writes it; null: it is gone. */
export type PairingKey = { kind: string; id: string; value: string | null }

/** What a pairing needs of the server: where its keys are kept, and who takes what it brings. */
export type PairingSink = {
  /** Null: nobody has paired it. */
  findCredentials(): Promise<string | null>
  findKeys(kind: string, ids: readonly string[]): Promise<Record<string, string>>
  keep(kept: { credentials: string | null; keys: readonly PairingKey[] }): Promise<void>
  forget(): Promise<void>
  note(news: PairingNews): Promise<void>
  delivery(update: DeliveryUpdate): Promise<void>
  incoming(message: IncomingWhatsapp): Promise<void>
}

/** The paired numbers that this process keeps connected. */
export type WhatsappPairings = {
  /** Connects one that was paired before; of another it waits to be asked. */
  hold(provider: RegisteredProvider, sink: PairingSink): void
  pair(providerId: number): void
  unpair(providerId: number): void
  /** Of a simulation: as if its code were scanned. */
  scan(providerId: number): void
  /** Lets go of all but these; they stay paired. */
  keepOnly(providerIds: ReadonlySet<number>): Promise<void>
}
