import type { Email } from 'postal-mime'
import type { MailReport } from '../received-mail.ts'

/** What a report says, where this mail is one. One about several receivers says what became of the first: each mail of ours has one. */
export function readReport(mail: Email, contentType: string): MailReport | null {
  const type = /^multipart\/report\b.*report-type="?([\w-]+)/is.exec(contentType)?.[1]?.toLowerCase()
  if (type === 'delivery-status') {
    const fields = fieldsOf(mail, 'message/delivery-status')
    const action = fields.get('action')?.toLowerCase() ?? ''
    if (action === '') return null
    const status = /\d\.\d{1,3}\.\d{1,3}/.exec(fields.get('status') ?? '')?.[0] ?? ''
    const reason = (fields.get('diagnostic-code') ?? '').replace(/^[\w-]+;\s*/, '').slice(0, 500)
    return { kind: 'delivery', originalId: originalIdOf(mail), action, status, reason }
  }
  if (type === 'feedback-report') {
    const feedback = fieldsOf(mail, 'message/feedback-report').get('feedback-type')?.toLowerCase() ?? ''
    return feedback === '' ? null : { kind: 'complaint', originalId: originalIdOf(mail), feedback }
  }
  return null
}

/** All fields of a part that is made of them; the first of a name counts. */
function fieldsOf(mail: Email, mediaType: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (const line of unfolded(contentOf(mail, mediaType))) {
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
