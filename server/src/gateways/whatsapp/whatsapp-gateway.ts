import type { HeaderFileKind } from '@regie/contract/header-files.ts'
import type { ApprovedMessage, ApprovedText } from '@regie/contract/whatsapp.ts'
import type { WhatsappChoices } from '@regie/contract/whatsapp-choices.ts'
import type { approvedCategories, approvedQualities, ApprovedStatus } from '@regie/contract/whatsapp.ts'
import type { DeliveryUpdate, MessageGateway, WebhookHeaders } from '../message-gateway.ts'

/** A message; without `approved` it is free text, which goes only within 24 hours after the person wrote. */
export type OutgoingWhatsapp = {
  id: string
  to: string
  from: string
  text: string
  approved: ApprovedMessage | null
  /** A file that was brought to the provider before; the text stands beneath it; an approved text, and one with buttons, begins with it. */
  media?: { id: string; kind: HeaderFileKind; fileName: string }
  /** The answers that it offers; `text` names them too, for where they can only be read. */
  choices?: WhatsappChoices
  /** Under the text stands a button by which the person gives their number. */
  asksNumber?: boolean
}

/** A file on its way to the provider, which gives it an id for the messages that carry it. */
type LeavingFile = { fileName: string; mediaType: string; content: Buffer }

/** A text as the provider has it, with where its review stands. */
export type ListedText = ApprovedText & {
  providerKey: string
  status: ApprovedStatus
  category: (typeof approvedCategories)[number]
  quality: (typeof approvedQualities)[number]
}

/** What the provider knows of the number by which we send. `dailyLimit`: how many people a day may be begun with; null: as many as there are. */
export type NumberState = { dailyLimit: number | null; quality: (typeof approvedQualities)[number]; displayNumber: string }

/** Something that a person sent us. */
export type IncomingWhatsapp = {
  /** The provider's own name for it. */
  providerRef: string
  at: Date
  /** E.164; null: only the business-scoped id of the person is known. */
  phone: string | null
  /** Stands for the person with this provider alone. */
  userId: string | null
  name: string
  text: string
  /** The person wrote or chose the text; of a place, a file or somebody's number it only says what that is. */
  isOwnWords: boolean
  /** The words on the button or row that they pressed; null: they wrote it. */
  pressed: string | null
  /** The reference of the message that it quotes. */
  quotes: string | null
  /** E.164: their own number, which they gave when they were asked for it. */
  givenNumber: string | null
  media: { id: string; mediaType: string; fileName: string } | null
}

/** All that one call of the webhook brings. */
/** `isOurs`: it carries the id that we sent along. */
type WhatsappUpdate = DeliveryUpdate & { isOurs: boolean }

/** By this name the simulation brings what people answer to our webhooks. */
export const simulatedAnswers = 'simulated-whatsapp-answers'

/** What a simulated person writes; it quotes a message of ours, which says to which number they write. */
export type SimulatedAnswer = Pick<
  IncomingWhatsapp,
  'providerRef' | 'phone' | 'userId' | 'name' | 'text' | 'pressed' | 'givenNumber' | 'media'
> & {
  quotes: string
}

/** The picture that simulated people send: a proof of payment that says itself that it is none. */
export const simulatedPicture = { id: 'simulated-payment-proof', mediaType: 'image/png', fileName: 'betaalbewijs.png' } as const

export type WhatsappNews = { updates: WhatsappUpdate[]; incoming: IncomingWhatsapp[]; textsChanged: boolean }

/** A file that a person sent; null: it is gone or too large. */
type FetchedMedia = { mediaType: string; content: Buffer } | null

export type WhatsappGateway = MessageGateway<OutgoingWhatsapp> & {
  /** The texts that the provider approved, is looking at or refused; throws GatewayUnavailable. */
  listTexts(): Promise<ListedText[]>
  numberState(): Promise<NumberState>
  /** Brings a file to the provider; throws GatewayRefused (never this one) or GatewayUnavailable. No message has left by it. */
  uploadMedia(file: LeavingFile): Promise<{ id: string }>
  fetchMedia(id: string): Promise<FetchedMedia>
  /** Verifies the signature over the raw bytes (WebhookRefused) and reads all events. */
  readNews(rawBody: Buffer, headers: WebhookHeaders): WhatsappNews
  /** The answer to the provider's question whether this webhook is ours; null: it is not. */
  answerChallenge(query: Readonly<Record<string, string | undefined>>): string | null
}
