import type { Email } from 'postal-mime'
import EmailReplyParser from 'email-reply-parser'
import { convert } from 'html-to-text'
import PostalMime from 'postal-mime'
import type { MailAttachment, ReceivedMail } from '../received-mail.ts'
import { readReport } from './read-report.ts'

const lettersMax = 100_000
const htmlMax = 1_000_000
// The parser of replies is made of patterns; what is longer than a letter is shown whole.
const foldedMax = 50_000
const idsMax = 50
const attachmentsMax = 20
const attachmentBytesMax = 5_000_000
const attachmentsBytesMax = 15_000_000

/** Takes a mail apart. Run it where its time and memory are bounded: mail-reader.ts. */
export async function readMail(source: Uint8Array): Promise<ReceivedMail> {
  const mail = await PostalMime.parse(source, {
    ...{ maxNestingDepth: 20, maxHeadersSize: 256 * 1024, maxRfc822NestingDepth: 0, forceRfc822Attachments: true },
  })
  const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value ?? ''
  // Some programs send an empty text beside the HTML in which everything stands.
  const text = clean(mail.text?.trim() ? mail.text : textOf(mail.html ?? ''), lettersMax)
  const { reply, quoted } = folded(text)
  const report = readReport(mail, header('content-type'))
  return {
    messageId: bareId(mail.messageId ?? ''),
    answers: [...idsIn(mail.inReplyTo), ...idsIn(mail.references).toReversed()].slice(0, idsMax),
    sender: clean(mail.from?.address ?? '', 320).toLowerCase(),
    senderName: clean(mail.from?.name ?? '', 200),
    receivers: (mail.to ?? []).flatMap((to) => (to.address ? [clean(to.address, 320).toLowerCase()] : [])).slice(0, 20),
    broughtTo: broughtTo(mail),
    subject: clean(mail.subject ?? '', 500).replace(/\s+/g, ' '),
    reply: reply.trim(),
    quoted: quoted.trim(),
    attachments: attachmentsOf(mail, report !== null),
    isAutomatic: isAutomatic(header),
    report,
  }
}

// Each server names the receiver of the envelope in its own way, and a bounce stands in To as well.
const deliveryHeaders = ['delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to', 'to']

function broughtTo({ headers }: Email): string[] {
  const values = headers.filter(({ key }) => deliveryHeaders.includes(key)).map(({ value }) => value.slice(0, 2_000))
  const addresses = values.flatMap((value) => value.match(/[^\s<>;,:"@]{1,64}@[^\s<>;,:"@]{1,255}/g) ?? [])
  return [...new Set(addresses.map((address) => clean(address, 320).toLowerCase()))].slice(0, 20)
}

/** What was written now, and all the rest: what is quoted, and what the parser takes for a signature, which may be more than that. */
function folded(text: string): { reply: string; quoted: string } {
  if (text.length > foldedMax) return { reply: text, quoted: '' }
  const fragments = new EmailReplyParser().read(text).getFragments()
  const hidden = fragments.filter((fragment) => fragment.isHidden())
  const shown = fragments.filter((fragment) => !fragment.isHidden())
  return { reply: shown.join('\n'), quoted: hidden.join('\n') }
}

/** RFC 3834 and what is older: each of these headers says that no person wrote this. */
function isAutomatic(header: (name: string) => string): boolean {
  const submitted = header('auto-submitted').trim().toLowerCase()
  if (submitted !== '' && !submitted.startsWith('no')) return true
  if (['x-autoreply', 'x-autorespond', 'x-autoresponse'].some((name) => header(name) !== '')) return true
  if (/^\s*(auto_reply|bulk|junk|list)\s*$/i.test(header('precedence'))) return true
  return /^\s*(oof|all)\b/i.test(header('x-auto-response-suppress')) && absence.test(header('subject'))
}

// What stands in images, styles and scripts is no text of a person.
function textOf(html: string): string {
  const skip = { selector: 'img', format: 'skip' }
  return convert(html.slice(0, htmlMax), { wordwrap: false, selectors: [skip, { selector: 'a', options: { ignoreHref: true } }] })
}

const absence = /^\s*(automatisch antwoord|automatic reply|out of office|afwezig|réponse automatique|absence)/i

function attachmentsOf({ attachments }: Email, isReport: boolean): MailAttachment[] {
  let kept = 0
  return attachments
    .filter(({ mimeType }) => !(isReport && mimeType.startsWith('message/')))
    .slice(0, attachmentsMax)
    .map(({ filename, mimeType, content }) => {
      const bytes = content as ArrayBuffer
      const fits = bytes.byteLength <= attachmentBytesMax && kept + bytes.byteLength <= attachmentsBytesMax
      if (fits) kept += bytes.byteLength
      const fileName = clean(filename ?? (mimeType === 'message/rfc822' ? 'mail.eml' : ''), 200)
        .replace(/[\\/:*?"<>|\s]+/g, ' ')
        .trim()
      return { fileName, mediaType: clean(mimeType, 100), bytes: bytes.byteLength, content: fits ? new Uint8Array(bytes) : null }
    })
}

// PostgreSQL keeps no NUL, and nobody reads the others.
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g
const clean = (text: string, most: number) => text.replace(controls, '').slice(0, most).toWellFormed()
const bareId = (id: string) => clean(id, 1_000).trim().replace(/^<|>$/g, '')
const idsIn = (value = '') => (value.slice(0, 20_000).match(/<[^<>\s]{1,1000}>/g) ?? []).map(bareId)
