import type { RegisteredProvider } from '../registered-provider.ts'
import type { DeliveryUpdate, MessageGateway } from '../message-gateway.ts'

/** `validUntil`: later than this it must not reach the person any more. */
export type OutgoingSms = { id: string; to: string; from: string; text: string; validUntil?: Date }

/** What is known of a number: in use, out of reach for now, not in use, or not to be found out. Null: the answer is still to come. */
export type NumberState = { ref: string; state: 'active' | 'absent' | 'unknown' | 'failed' | null; network: string }

export type SmsGateway = MessageGateway<OutgoingSms> & {
  /** Looks a number up, or asks again with the name that the first answer gave it; throws what send() throws. Left out: it can not. */
  lookUp?(number: string, ref: string): Promise<NumberState>
}

/** The kinds of provider that look numbers up. */
export const lookUpKinds: readonly string[] = ['simulated', 'messagebird']

/** What somebody sent to us. `key`: the same for a repeat of the same message. */
export type IncomingSms = {
  key: string
  from: string
  to: string
  text: string
  at: Date
  /** A long message comes in parts. */
  part?: { reference: number; no: number; of: number }
}

/** Who takes what an exchange brings over a connection that stays open. It is answered once this has resolved; where it throws, it comes again. */
export type SmsSink = {
  delivery(provider: RegisteredProvider, update: DeliveryUpdate): Promise<void>
  incoming(provider: RegisteredProvider, sms: IncomingSms): Promise<void>
}

/** The connections to exchanges that this process keeps open. */
export type SmsLines = {
  /** Opens it, or opens it anew when its settings changed. */
  hold(provider: RegisteredProvider, sink: SmsSink): void
  /** Closes all but these. */
  keepOnly(providerIds: ReadonlySet<number>): Promise<void>
  /** Is it connected and signed in; else why not. */
  stateOf(providerId: number): { isUp: boolean; fault: Error | null } | null
}
