import type { OutgoingEmail } from '../email-gateway.ts'
import { isAsciiAddress, mustBeOneLine, parseSender, plainAddress } from './smtp-address.ts'

/** Sender, receiver and headers, checked: nothing in it begins a header or names a second recipient. */
export type Envelope = {
  from: { name: string; address: string }
  to: string
  messageId: string
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
  return {
    from,
    to,
    messageId: `m.${id}${mail.token === undefined ? '' : `.${mail.token}`}@${from.address.slice(from.address.lastIndexOf('@') + 1)}`,
    needsUtf8: !isAsciiAddress(to) || !isAsciiAddress(from.address),
    headers: [
      ['Auto-Submitted', 'auto-generated'],
      ['X-Regie-ID', id],
    ],
  }
}
