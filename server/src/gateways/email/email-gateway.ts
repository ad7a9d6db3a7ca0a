import type { MessageGateway } from '../message-gateway.ts'

/** `id` is ours; with `token` it becomes the Message-ID, by which a report or an answer finds its message again. */
export type OutgoingEmail = {
  id: string
  /** What nobody can guess. */
  token?: string
  to: string
  from: string
  subject: string
  text: string
  html: string | null
  replyTo?: string
  /** Where it comes back when it cannot be delivered; left out: to the sender. */
  bouncesTo?: string
  cc?: readonly string[]
  bcc?: readonly string[]
  /** How its reader leaves (RFC 8058): our page, and a mail that we read. */
  leave?: { url: string; mail?: { address: string; subject: string } }
  /** Its mark in the list of a mail program. */
  priority?: 'high' | 'low'
  /** Called with the bytes that are about to leave; what it throws keeps them from leaving. */
  onBuilt?(bytes: Buffer): Promise<void>
  attachments?: readonly EmailAttachment[]
  /** The Message-ID of the mail that it answers, without angle brackets: a person wrote it. */
  inReplyTo?: string | null
}
/** `contentId`: an image that the HTML shows as `cid:<contentId>`. */
export type EmailAttachment = { fileName: string; mediaType: string; content: Buffer; contentId?: string }

export type EmailGateway = MessageGateway<OutgoingEmail>
