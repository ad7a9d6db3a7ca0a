import MailComposer from 'nodemailer/lib/mail-composer'
import type { EmailAttachment, OutgoingEmail } from '../email-gateway.ts'
import type { Envelope } from './message-envelope.ts'
import { mustBeOneLine } from './smtp-address.ts'

/** Any mail as nodemailer composes it: attachments, images within the text, addresses beyond ASCII. */
export async function composeMessage(mail: OutgoingEmail, envelope: Envelope, now: Date, baseBoundary?: string): Promise<string> {
  const { from, to, cc, messageId, headers } = envelope
  const { subject, text, html, attachments = [] } = mail
  const composer = new MailComposer({
    headers: Object.fromEntries(headers),
    from,
    to: { name: '', address: to },
    ...(cc.length > 0 && { cc: [...cc] }),
    subject,
    messageId: `<${messageId}>`,
    date: now,
    text: oneLineEnd(text),
    ...(html !== null && { html: oneLineEnd(html) }),
    attachments: attachments.map(partOf),
    textEncoding: 'quoted-printable',
    ...(baseBoundary !== undefined && { baseBoundary }),
    // What a text names is never read from this machine or the net.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const data = (await composer.compile().build()).toString('latin1')
  // The library ends a lone text without a line end, and what has parts with one.
  return data.endsWith('\r\n') ? data : `${data}\r\n`
}

// A lone CR ends a line for some servers and not for others: between the two a second mail could be hidden.
const oneLineEnd = (text: string) => text.replace(/\r\n|\r|\n/g, '\r\n')

function partOf({ fileName, mediaType, content, contentId }: EmailAttachment) {
  return {
    // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
    filename: fileName.replace(/[\u0000-\u001f\u007f"\\/:*?<>|]/g, '_'),
    contentType: mustBeOneLine(mediaType),
    content,
    ...(contentId !== undefined && { cid: mustBeOneLine(contentId) }),
  }
}
