import type { Email } from 'postal-mime'
import type { MailReport, ReceiverReport } from '../received-mail.ts'

/** What a report says, where this mail is one, for each receiver that it is about. */
export function readReport(mail: Email, contentType: string): MailReport | null {
  const type = /^multipart\/report\b.*report-type="?([\w-]+)/is.exec(contentType)?.[1]?.toLowerCase()
  if (type === 'delivery-status') {
    const groups = contentOf(mail, 'message/delivery-status').split(/\r?\n[ \t]*\r?\n/)
    const [first, ...others] = groups.flatMap((group) => readReceiver(fieldsIn(group)))
    return first ? { kind: 'delivery', originalId: originalIdOf(mail), receivers: [first, ...others] } : null
  }
  if (type === 'feedback-report') {
    const fields = fieldsIn(contentOf(mail, 'message/feedback-report'))
    const feedback = fields.get('feedback-type')?.toLowerCase() ?? ''
    return feedback === '' ? null : { kind: 'complaint', originalId: originalIdOf(mail), feedback, names: namesIn(fields) }
  }
  return null
}

function readReceiver(fields: Fields): ReceiverReport[] {
  const action = fields.get('action')?.toLowerCase() ?? ''
  if (action === '') return []
  const status = /\d\.\d{1,3}\.\d{1,3}/.exec(fields.get('status') ?? '')?.[0] ?? ''
  const reason = (fields.get('diagnostic-code') ?? '').replace(/^[\w-]+;\s*/, '').slice(0, 500)
  return [{ names: namesIn(fields), action, status, reason }]
}

/** The addresses by which a report names its receiver; one that hides the name has none. */
const namesIn = (fields: Fields) =>
  ['original-recipient', 'final-recipient', 'original-rcpt-to'].flatMap((name) => {
    const address = /[^\s<>;,@]{1,64}@[^\s<>;,@]{1,255}/.exec(fields.get(name) ?? '')?.[0]
    return address === undefined ? [] : [address.toLowerCase()]
  })

type Fields = ReadonlyMap<string, string>

/** All fields of a text that is made of them; the first of a name counts. */
function fieldsIn(text: string): Fields {
  const fields = new Map<string, string>()
  for (const line of unfolded(text)) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).trim().toLowerCase()
    if (colon > 0 && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim())
  }
  return fields
}

// The mail itself, or its headers alone; some servers put those into the text.
function originalIdOf(mail: Email): string {
  const sources = ['message/rfc822', 'text/rfc822-headers', 'message/rfc822-headers'].map((type) => contentOf(mail, type))
  for (const source of [...sources, mail.text ?? '']) {
    const head = source.split(/\r?\n\r?\n/, 1)[0] ?? ''
    const line = unfolded(source === mail.text ? source : head).find((one) => /^message-id:/i.test(one))
    const id = /<([^<>\s]{1,1000})>/.exec(line ?? '')?.[1]
    if (id !== undefined) return id
  }
  return ''
}

const partMax = 200_000

function contentOf({ attachments }: Email, mediaType: string): string {
  const part = attachments.find(({ mimeType }) => mimeType === mediaType)
  return part === undefined ? '' : Buffer.from(part.content as ArrayBuffer).toString('utf8', 0, partMax)
}

const unfolded = (text: string) =>
  text
    .slice(0, partMax)
    .replace(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)
