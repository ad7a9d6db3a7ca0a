import type { MessageGateway } from '../message-gateway.ts'

/** `id` is ours: it becomes the Message-ID, by which a receipt finds its message again. */
export type OutgoingEmail = {
  id: string
  to: string
  from: string
  subject: string
  text: string
  html: string | null
  attachments?: readonly EmailAttachment[]
}
export type EmailAttachment = { fileName: string; mediaType: string; content: Buffer }

export type EmailGateway = MessageGateway<OutgoingEmail>
