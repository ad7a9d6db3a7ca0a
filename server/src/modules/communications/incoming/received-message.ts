import type { ConversationChannel } from '@regie/contract/channels.ts'

/** What a message is about. */
export type Tied = { caseId: number; batchId: number }
/** The message of ours that somebody answered, or that a report is about. */
export type Answered = Tied & { id: number; recipient: string }

/** In place of a provider where none carries it: the chat on a site, and what a demo receives. */
export const noProvider = 0

export type ReceivedAttachment = { fileName: string; mediaType: string; bytes: number; content: Uint8Array | null }

/** Something that came in by a channel, taken apart and bounded. */
export type ReceivedMessage = {
  customerId: number
  providerId: number
  channel: ConversationChannel
  /** Its sender's or provider's own name for it: the same one is saved once. */
  key: string
  /** `automatic`: no person wrote it. `report`: about a message of ours. Left out: a person wrote it. */
  kind?: 'message' | 'automatic' | 'report'
  /** An e-mail address, a number as E.164, or the name by which the provider knows the person. */
  sender: string
  senderName?: string
  receivers?: string[]
  subject?: string
  text: string
  quoted?: string
  bytes: number
  attachments?: readonly ReceivedAttachment[]
  cameAt: Date
  /** What it answers, where that is proven: by our own token, or by the provider (find-quoted.ts). */
  answered: Answered | null
  /** The case to which staff tied the conversation that it belongs to. */
  tiedTo?: Tied | null
  /** Until then WhatsApp lets us write freely. */
  windowEndsAt?: Date
  /** The words on the button that they pressed in place of writing. */
  pressed?: string
  /** E.164: their own number, which they gave when they were asked for it. */
  givenNumber?: string
  reason?: string
}
