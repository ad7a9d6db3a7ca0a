import { domainToASCII } from 'node:url'
import { GatewayRefused } from '../../gateway-errors.ts'

// Quoted local parts, groups, routes, comments and lists are legal on paper and a way to smuggle a second recipient: refused.
const localPart = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~.-]{1,64}$/u
const domainName = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const controls = /[\u0000-\u001f\u007f]/

// What is ASCII already and neither Punycode nor an IPv4 address in disguise is its own ASCII form. The library call was 0.7 % of the engine's time.
const plainDomain = /^(?!.*xn--)[a-z0-9.-]+\.[a-z]{2,}$/

/** Can every server take it? One with letters beyond ASCII before the @ only goes where SMTPUTF8 is offered (RFC 6531). */
// oxlint-disable-next-line no-control-regex -- all of ASCII is what it looks for
export const isAsciiAddress = (address: string) => /^[\u0000-\u007f]*$/.test(address)

/** The one plain address in it with its domain in ASCII, or GatewayRefused. */
export function plainAddress(address: string): string {
  const at = address.lastIndexOf('@')
  const local = address.slice(0, at)
  const given = address.slice(at + 1)
  const domain = plainDomain.test(given) ? given : domainToASCII(given)
  const sound =
    at > 0 && address.length <= 254 && localPart.test(local) && !local.startsWith('.') && !local.endsWith('.') && !local.includes('..')
  if (!sound || !domainName.test(domain)) throw new GatewayRefused('addressInvalid', 'The address is not a plain mail address')
  return `${local}@${domain}`
}

/** Would plainAddress() take it? */
export function isPlainAddress(address: string): boolean {
  try {
    return plainAddress(address) !== ''
  } catch {
    return false
  }
}

/** `Name <address>` or a bare address, taken apart. */
export function parseSender(sender: string): { name: string; address: string } {
  const parts = /^(.*)<([^<>]*)>$/.exec(sender)
  return parts
    ? { name: (parts[1] ?? '').trimEnd().replace(/^"(.*)"$/, '$1'), address: plainAddress(parts[2] ?? '') }
    : { name: '', address: plainAddress(sender) }
}

/** A header value that would begin a new header or end the text is refused, never mended. */
export function mustBeOneLine(value: string): string {
  if (controls.test(value)) throw new GatewayRefused('headerInjection', 'A header contains a control character')
  return value
}
