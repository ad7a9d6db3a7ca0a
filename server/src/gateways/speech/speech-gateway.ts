import type { VoiceName } from '@regie/contract/voices.ts'

/** What is spoken: words as they are to be heard, in the language of the voice. `speed` is a share of its usual pace. */
export type Utterance = { text: string; voice: VoiceName; speed: number }

/** The whole promise of what speaks texts. */
export type SpeechGateway = {
  /** With all that makes the same text sound otherwise: what is kept of one is not taken for another. */
  name: string
  /** The version of a program; null: it is not installed. Of a service, its name. */
  state(): Promise<string | null>
  /** A WAV file. Throws GatewayUnavailable; GatewayBusy when too much is asked at once. */
  speak(utterance: Utterance): Promise<Buffer>
}
