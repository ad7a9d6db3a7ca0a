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
  attachments?: readonly EmailAttachment[]
}
/** `contentId`: an image that the HTML shows as `cid:<contentId>`. */
export type EmailAttachment = { fileName: string; mediaType: string; content: Buffer; contentId?: string }

export type EmailGateway = MessageGateway<OutgoingEmail>
