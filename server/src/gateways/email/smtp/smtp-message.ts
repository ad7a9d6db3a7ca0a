import type { OutgoingEmail } from '../email-gateway.ts'
import { composeMessage } from './compose-message.ts'
import { type Envelope, readEnvelope } from './message-envelope.ts'
import { isPlainMail, plainMessage } from './plain-message.ts'
import type { DkimSigner } from './dkim-signer.ts'

/** `data`: each character one byte, before the dots of its lines are doubled. `needsUtf8`: only a server that offers SMTPUTF8 takes it. */
export type SmtpMessage = { from: string; to: string; copies: readonly string[]; messageId: string; needsUtf8: boolean; data: string }

/** The message as it goes over the wire: plain mail by our own hand, the rest by nodemailer's composer; a test compares their bytes. */
export async function buildMessage(mail: OutgoingEmail, now: Date, sign: DkimSigner | null = null): Promise<SmtpMessage> {
  const envelope: Envelope = readEnvelope(mail)
  const { messageId, needsUtf8, to, copies, bouncesTo } = envelope
  const data = isPlainMail(mail, envelope) ? plainMessage(mail, envelope, now) : await composeMessage(mail, envelope, now)
  return { from: bouncesTo, to, copies, messageId, needsUtf8, data: sign ? await sign(data) : data }
}
