import type { KeyAct, PhoneKey } from '@regie/contract/call-menu.ts'
import type { ArrivedCall, DeliveryUpdate, MessageGateway } from '../message-gateway.ts'
import type { RegisteredProvider } from '../registered-provider.ts'

/**
 * A call that speaks a text in a voice and language (empty: the standard ones), or, `withAgent`, puts who picks up through to a member of staff.
 * Its outcome comes later as a delivery update; with an agent the update `talking` comes before it.
 */
export type OutgoingCall = {
  id: string
  to: string
  from: string
  text: string
  /** What a voicemail hears after its tone; null: nothing is left there. */
  voicemailText: string | null
  /** The keys that may be pressed in it; null: it speaks, and listens to nothing but whether somebody wants an agent. */
  menu: SpokenMenu | null
  voice: string
  language: string
  withAgent: boolean
  /** The username of that member of staff; null: nobody waits for this call at their desk. */
  agent: string | null
  /** Who picks up may be put through to an agent: they wait in the exchange (`live: transferring`) until `connect`, or hang up. */
  mayQueue: boolean
  /** One of its texts as a WAV file, made when it is asked for and noted with the call; null: nothing speaks here, the provider does. */
  sound(part: CallPart): Promise<CallSound | null>
}

/**
 * What is said to who picks up, to a voicemail, to whoever showed who they are, and after a key. A name of letters alone: it stands in addresses.
 */
export type CallPart = 'answer' | 'voicemail' | 'identified' | `key${string}`

/** The text that a key lets hear. */
export const partOfKey = (key: PhoneKey): CallPart => `key${key === '*' ? 'Star' : key === '#' ? 'Hash' : key}`

/** The keys that may be pressed in a call, and what they do there; where the case goes by them is no matter of an exchange. */
export type SpokenMenu = {
  keys: readonly { key: PhoneKey; name: string; act: KeyAct; text?: string }[]
  waitSeconds: number
  wrongMax: number
  /** Asked for first: so many digits, so often. `text` is what is said when they were right. */
  identity: { text: string; digits: number; tries: number } | null
}
export type CallSound = { wav: Buffer; voice: string; seconds: number }

/**
 * `hangUp` ends a call that it took; one that is over it lets be. Of one of which it knows
 * nothing any more it says so (CallUnknown); one that it will not end it refuses (GatewayRefused, with its reason).
 */
export type VoiceGateway = MessageGateway<OutgoingCall> & {
  hangUp(providerRef: string): Promise<void>
  /**
   * Brings who waits for an agent together with this one, by their username. Where a phone rings for so many seconds, `talking` or `agentMissed` is told
   * later, and the person waits meanwhile; 0 seconds: they talk at once. A call that is over it lets be; one of which it knows nothing is CallUnknown; an agent whose phone can not be
   * rung is GatewayRefused.
   */
  connect(providerRef: string, agent: string, ringSeconds: number): Promise<void>
  /** How an offer stands of which nothing was heard in time: they talk, the phone rings no more by this (it is told), or none rang. Absent: none ever rings. */
  endRinging?(providerRef: string): Promise<'talks' | 'ended' | 'none'>
  /** What it does with a call of `readArrivals`: who is served hears a greeting and waits for an agent, else they hear that nobody is there. Said twice it is done once. */
  welcome?(providerRef: string, isServed: boolean): Promise<void>
  /** The account by which a browser of this member of staff is a telephone of the exchange; asked again it has a new password. Absent: it has none. */
  browserPhone?: {
    open(username: string, password: string): Promise<BrowserPhone>
    close(username: string): Promise<void>
  }
  /** The page of an agent who was gone is there again. Absent: the exchange sees so itself. */
  comeBack?(providerRef: string): Promise<void>
} & CallControls

/** How a browser signs in to an exchange as a telephone. */
export type BrowserPhone = { url: string; name: string; password: string }

/**
 * What an agent does in a call in which they talk. Each says `notTalking` (GatewayRefused) of a call in which nobody talks yet, CallUnknown of one of which
 * the exchange knows nothing, and GatewayRefused with its own words for what it will not do. Said twice it is done once; but for keys, which are pressed.
 */
export type CallControls = {
  /** The agent is not heard (any more); they hear the other one. */
  mute(providerRef: string, isMuted: boolean): Promise<void>
  /** Who was called hears music, and neither hears the other. */
  hold(providerRef: string, isHeld: boolean): Promise<void>
  /** Sends tones to the other end, as of keys that are pressed there. */
  press(providerRef: string, digits: string): Promise<void>
  /** Takes the agent out of the call: who was called waits with music, until `connect` brings another one. Nobody listens any more. */
  release(providerRef: string): Promise<void>
  /** The page of this agent is being closed: their browser is no telephone any more. Where they talk by something else, nothing. */
  leave(providerRef: string, agent: string): Promise<void>
  /**
   * Rings the phone of a colleague, by their username, who then hears both and is heard by neither; one at a time. When they hang up, `listenerGone` is
   * told.
   */
  listen(providerRef: string, listener: string): Promise<void>
  /** Who listens does so no more; nothing where nobody does. */
  stopListening(providerRef: string): Promise<void>
}

/** A call that is on as far as we know: `isDialling` while its sender has no answer yet. */
export type KnownCall = {
  id: string
  isDialling: boolean
  /** Of a call that came in: the name that the exchange gave it. */
  channel: string | null
  /** A colleague should hear it by now. */
  hasListener: boolean
}

/** It is written down. `isServed`: they are greeted and wait for an agent; else they hear that nobody is there. */
export type TakenCall = { id: string; isServed: boolean }

/** Who takes what an exchange brings over a connection that stays open, and knows which calls are on. */
export type VoiceSink = {
  news(provider: RegisteredProvider, update: DeliveryUpdate): Promise<void>
  listCalls(provider: RegisteredProvider): Promise<KnownCall[]>
  /** Somebody calls: what becomes of it; null: we do not know them. Told again it is the same call. */
  arrived(provider: RegisteredProvider, call: ArrivedCall): Promise<TakenCall | null>
  /** Are these digits those of the person that a call is for; `closed`: too many were wrong lately, whatever these are. */
  identify(provider: RegisteredProvider, call: { id: string; digits: string }): Promise<'right' | 'wrong' | 'closed'>
  /** The exchange does not have this call any more, and nobody saw how it ended. */
  lost(provider: RegisteredProvider, call: { id: string; providerRef: string }): Promise<void>
}

/** The connections to exchanges that this process keeps open. */
export type VoiceLines = {
  /** Opens it, or opens it anew when its settings changed. */
  hold(provider: RegisteredProvider, sink: VoiceSink): void
  /** Closes all but these. */
  keepOnly(providerIds: ReadonlySet<number>): Promise<void>
  /** Is it connected and signed in; else why not. */
  stateOf(providerId: number): { isUp: boolean; fault: Error | null } | null
}
