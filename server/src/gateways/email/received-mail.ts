export type MailAttachment = { fileName: string; mediaType: string; bytes: number; content: Uint8Array | null }

/** What became of a mail for one receiver; `names`: how the report calls them, none where it does not. */
export type ReceiverReport = { names: string[]; action: string; status: string; reason: string }

/** RFC 3464: what became of a mail; RFC 5965: its receiver calls it spam. `originalId`: the Message-ID of the mail that it is about. */
export type MailReport =
  | { kind: 'delivery'; originalId: string; receivers: [ReceiverReport, ...ReceiverReport[]] }
  | { kind: 'complaint'; originalId: string; feedback: string; names: string[] }

/** A received mail taken apart; every text is bounded. */
export type ReceivedMail = {
  messageId: string
  /** The message that it answers first, then those before it, the latest first; without angle brackets. */
  answers: string[]
  sender: string
  senderName: string
  receivers: string[]
  /** The addresses to which the servers on its way brought it. */
  broughtTo: string[]
  subject: string
  /** What its writer wrote, and what they quoted. */
  reply: string
  quoted: string
  attachments: MailAttachment[]
  /** No person wrote it: a notice of absence, a newsletter, an acknowledgement. */
  isAutomatic: boolean
  /** What a mail server or a provider reports about a mail of ours; null: it is none. */
  report: MailReport | null
}

export type MailReader = {
  /** Takes one mail after the other apart; throws MailUnreadable when it cannot be, or takes more than it may; whatever else it throws, the mail may be tried again. */
  read(source: Uint8Array): Promise<ReceivedMail>
  close(): void
}
export type UnreadableCause = 'malformed' | 'tooSlow' | 'tooMuchMemory' | 'tooLarge'

/** A mail that is set aside: no second try would read it. */
export class MailUnreadable extends Error {
  override name = 'MailUnreadable'
  readonly reason: UnreadableCause

  constructor(reason: UnreadableCause, options?: { cause?: unknown }) {
    super(`a mail cannot be read: ${reason}`, options)
    this.reason = reason
  }
}
