import { randomBytes } from 'node:crypto'
import type { EmailAttachment, OutgoingEmail } from '../email-gateway.ts'
import { mustBeOneLine, parseSender, plainAddress } from './smtp-address.ts'
import { quotedPrintable } from './quoted-printable.ts'

export type SmtpMessage = { from: string; to: string; messageId: string; data: string }

// One of each per process is enough: quoted-printable and base64 never write "=_" at the start of a line, so no part can contain it.
const boundary = `=_${randomBytes(12).toString('hex')}`
const outerBoundary = `=_${randomBytes(12).toString('hex')}`

/** The message as it goes over the wire (before dot-stuffing): headers and both forms of the text, ASCII only. */
export function buildMessage(mail: OutgoingEmail, now: Date): SmtpMessage {
  const sender = parseSender(mail.from)
  const to = plainAddress(mail.to)
  const id = mustBeOneLine(mail.id)
  const messageId = `m.${id}@${sender.address.slice(sender.address.lastIndexOf('@') + 1)}`
  const head =
    `Date: ${now.toUTCString().replace('GMT', '+0000')}\r\nFrom: ${mailbox(sender)}\r\nTo: <${to}>\r\nSubject: ${encodedHeader(mail.subject)}\r\n` +
    `Message-ID: <${messageId}>\r\nAuto-Submitted: auto-generated\r\nX-Regie-Id: ${id}\r\nMIME-Version: 1.0\r\n`
  const text = part('text/plain', mail.text)
  const body =
    mail.html === null
      ? text
      : `Content-Type: multipart/alternative; boundary="${boundary}"\r\n\r\n--${boundary}\r\n${text}--${boundary}\r\n${part('text/html', mail.html)}--${boundary}--\r\n`
  return { from: sender.address, to, messageId, data: head + (mail.attachments?.length ? withAttachments(body, mail.attachments) : body) }
}

function withAttachments(body: string, attachments: readonly EmailAttachment[]): string {
  const parts = [body, ...attachments.map(attachmentPart)].map((content) => `--${outerBoundary}\r\n${content}`)
  return `Content-Type: multipart/mixed; boundary="${outerBoundary}"\r\n\r\n${parts.join('')}--${outerBoundary}--\r\n`
}

function attachmentPart({ fileName, mediaType, content }: EmailAttachment): string {
  const name = fileName.replace(/[^\w.-]/g, '_')
  const lines = content.toString('base64').replace(/.{76}/g, '$&\r\n')
  return `Content-Type: ${mustBeOneLine(mediaType)}\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment; filename="${name}"\r\n\r\n${lines}\r\n`
}

function part(type: string, content: string): string {
  return `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${quotedPrintable(content)}\r\n`
}

function mailbox({ name, address }: { name: string; address: string }): string {
  if (!name) return `<${address}>`
  return /^[a-z0-9 .-]+$/i.test(name) ? `"${name}" <${address}>` : `${encodedHeader(name, true)} <${address}>`
}

/** RFC 2047: words of at most 45 bytes, no character cut in two, folded. Plain printable ASCII stays as it is. */
function encodedHeader(value: string, always = false): string {
  mustBeOneLine(value)
  if (!always && /^[ -~]{0,200}$/.test(value) && !value.includes('=?')) return value
  const words: string[] = []
  let word = ''
  let bytes = 0
  for (const character of value) {
    const size = Buffer.byteLength(character)
    if (bytes + size > 45) {
      words.push(word)
      word = ''
      bytes = 0
    }
    word += character
    bytes += size
  }
  words.push(word)
  return words.map((text) => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`).join('\r\n ')
}
