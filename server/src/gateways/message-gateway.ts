import type { DeliveryNews } from '@regie/contract/channels.ts'
import type { LiveCallState } from '@regie/contract/monitor.ts'
import type { LastAnswer } from '@regie/contract/last-answer.ts'

/** The news of a provider about something that it took, in our words. */
export type DeliveryUpdate = {
  /** The same for a repeat of the same news. */
  eventKey: string
  providerRef: string
  /** Other writings of the same reference; the numbers of sender and receiver then say whose it is. */
  otherRefs?: readonly string[]
  numbers?: readonly string[]
  /**
   * `talking`: somebody picked up and is spoken to, or an agent did; `agentMissed`: the agent whose phone rang did not, and the person waits on;
   * `agentLeft`: the browser by which the agent talked is gone, and the person hears music; `agentBack`: they talk again; `agentLost`: it did not come back in
   * time, and the person waits for any agent; `listenerGone`: who listened to a call hung up;
   * `chose`: a key was pressed in a call, or something else came of asking for one;
   * `live`: a call moved on. How it ends is said later.
   */
  state: DeliveryNews | 'talking' | 'agentMissed' | 'agentLeft' | 'agentBack' | 'agentLost' | 'listenerGone' | 'chose' | 'live'
  /** Of `chose`: the key, `none`, `identified` or `unidentified`. */
  choice?: string
  /** Of `live`: where it stands now. */
  live?: LiveCallState
  at: Date
  answer?: LastAnswer
  reason?: string
}

/** Somebody called a number of ours: who, and which. */
export type ArrivedCall = { providerRef: string; from: string; to: string }

export type WebhookHeaders = Readonly<Record<string, string | string[] | undefined>>

/** Reads what a provider reports to its webhook. */
export type DeliveryNewsReader = Pick<MessageGateway<never>, 'name' | 'readDeliveryUpdates' | 'readArrivals'>

/** What a provider gave a message that it took; `partRefs`: one for each part, where it left in parts. */
type Taken = { providerRef: string; partRefs?: readonly string[] }

/** The whole promise of a provider that carries messages or calls to people. */
export type MessageGateway<Message> = {
  name: string
  simulated: boolean
  /** Its server is on this machine, so that nobody outside is reached. */
  loopback: boolean
  /** How many sends at once make sense. */
  lanes: number
  /** Throws GatewayRefused (final), GatewayUnavailable (has not left, may retry) or GatewayUncertain (may have left). */
  send(message: Message): Promise<Taken>
  /** News come another way than by readDeliveryUpdates, so that the reference is kept. */
  keepsRef?: boolean
  /** Verifies the signature (WebhookRefused) and translates; absent where the provider sends no news. */
  readDeliveryUpdates?(rawBody: Buffer, headers: WebhookHeaders): DeliveryUpdate[]
  /** The same for calls that come in; absent where they come another way, or not. */
  readArrivals?(rawBody: Buffer, headers: WebhookHeaders): ArrivedCall[]
  close(): Promise<void>
}
