import type { OutgoingEmail } from '../email-gateway.ts'
import { isAsciiAddress, isPlainAddress, mustBeOneLine, parseSender, plainAddress } from './smtp-address.ts'

/** Sender, receiver and headers, checked: nothing in it begins a header or names a second recipient. */
export type Envelope = {
  from: { name: string; address: string }
  to: string
  /** Who else gets it: those that everybody sees, and all of them. */
  cc: readonly string[]
  copies: readonly string[]
  messageId: string
  /** The sender that the servers on its way see. */
  bouncesTo: string
  needsUtf8: boolean
  headers: readonly (readonly [name: string, value: string])[]
}

/** Reads sender and receiver of a mail, or throws GatewayRefused. */
export function readEnvelope(mail: OutgoingEmail): Envelope {
  const from = parseSender(mail.from)
  mustBeOneLine(from.name)
  mustBeOneLine(mail.subject)
  const to = plainAddress(mail.to)
  const id = mustBeOneLine(mail.id)
  // A copy that cannot go leaves the person their mail.
  const [cc, bcc] = [mail.cc ?? [], mail.bcc ?? []].map((given) => given.filter(isPlainAddress).map(plainAddress)) as [string[], string[]]
  const bouncesTo = mail.bouncesTo === undefined ? from.address : plainAddress(mail.bouncesTo)
  const copies = [...cc, ...bcc].filter((copy) => copy !== to)
  return {
    from,
    to,
    cc,
    copies: [...new Set(copies)],
    messageId: `m.${id}${mail.token === undefined ? '' : `.${mail.token}`}@${from.address.slice(from.address.lastIndexOf('@') + 1)}`,
    bouncesTo,
    needsUtf8: [to, from.address, bouncesTo, ...copies].some((address) => !isAsciiAddress(address)),
    headers: [
      ...answerHeaders(mail),
      ['X-Regie-ID', id],
      ...leavingHeaders(mail),
      ...(mail.priority === undefined ? [] : priorityHeaders[mail.priority]),
      ...(mail.replyTo === undefined ? [] : [['Reply-To', plainAddress(mail.replyTo)] as const]),
    ],
  }
}

// The second is of RFC 2156; the first is what most programs look at.
const priorityHeaders: Record<'high' | 'low', Envelope['headers']> = {
  high: [
    ['X-Priority', '1'],
    ['Importance', 'high'],
  ],
  low: [
    ['X-Priority', '5'],
    ['Importance', 'low'],
  ],
}

/** RFC 2369 and RFC 8058: one click holds only where the page is reached by https. */
function leavingHeaders({ leave }: OutgoingEmail): [name: string, value: string][] {
  if (leave === undefined) return []
  const byMail = leave.mail && `mailto:${plainAddress(leave.mail.address)}?subject=${encodeURIComponent(leave.mail.subject)}`
  const ways = [leave.url, ...(byMail === undefined ? [] : [byMail])].map((way) => `<${mustBeOneLine(way)}>`).join(', ')
  const oneClick: [string, string][] = leave.url.startsWith('https://') ? [['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click']] : []
  return [['List-Unsubscribe', ways], ...oneClick]
}

/** A mail that a person wrote as an answer says to which one; any other was made by itself. */
function answerHeaders({ inReplyTo }: OutgoingEmail): Envelope['headers'] {
  if (!inReplyTo) return [['Auto-Submitted', 'auto-generated']]
  // Whoever wrote to us made this name: nothing in it may end the line or name more than one.
  const id = mustBeOneLine(inReplyTo).replace(/[^!-~]|[<>]/g, '')
  return [
    ['In-Reply-To', `<${id}>`],
    ['References', `<${id}>`],
  ]
}
