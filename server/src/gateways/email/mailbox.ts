import { GatewayUnavailable } from '../gateway-errors.ts'

/** A folder of a mailbox that is open. Mails are named by their uid, which only grows while `uidValidity` stays. */
export type Mailbox = {
  uidValidity: number
  /** The mails after this one, or, without one, those that came since a moment: the oldest first, at most so many. */
  list(after: { uid: number } | { since: Date }, most: number): Promise<{ uid: number; bytes: number; cameAt: Date }[]>
  /** A mail as it came. */
  fetch(uid: number): Promise<Uint8Array>
  /** Marks a mail as read: call it when what it says is saved. */
  markRead(uid: number): Promise<void>
  /**
   * Waits until something may have arrived since the last list, or for so long. False: its server announces nothing. Throws GatewayUnavailable when
   * the connection ends.
   */
  awaitNews(mostMs: number): Promise<boolean>
  close(): Promise<void>
}

/** A mail that its server does not give, while the connection stands: a second try may get it, the hundredth will not. */
export class MailNotGiven extends GatewayUnavailable {
  override name = 'MailNotGiven'
}
