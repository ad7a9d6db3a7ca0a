import { gsmCodes, smsParts, smsSegments, smsText } from '@regie/contract/sms-segments.ts'

/** What of a message goes into one request of SMPP. */
export type EncodedPart = { data_coding: number; esm_class: number; short_message: Buffer; message_payload?: Buffer }

const hasHeading = 0x40

/**
 * A text as the exchange takes it: GSM 03.38 where its characters allow, else UCS-2. A long one leaves in parts, each with a heading that says which of
 * how many it is, or whole where the exchange divides it itself.
 */
export function encodeSms(text: string, method: 'udh' | 'payload', reference: number): EncodedPart[] {
  const isGsm = smsSegments(text).encoding === 'gsm7'
  const bytesOf = (part: string) => (isGsm ? Buffer.from(gsmCodes(part)) : Buffer.from(part, 'utf16le').swap16())
  const data_coding = isGsm ? 0 : 8
  const parts = method === 'udh' ? smsParts(text) : [smsText(text)]
  const [alone = ''] = parts
  if (parts.length === 1) {
    const bytes = bytesOf(alone)
    const isShort = smsSegments(text).segments <= 1
    const body = isShort ? { short_message: bytes } : { short_message: Buffer.alloc(0), message_payload: bytes }
    return [{ data_coding, esm_class: 0, ...body }]
  }
  return parts.map((part, index) => ({
    ...{ data_coding, esm_class: hasHeading },
    short_message: Buffer.concat([Buffer.from([5, 0, 3, reference & 0xff, parts.length, index + 1]), bytesOf(part)]),
  }))
}

/** The kind of a number and its plan: of people in full, of a sender as it is written. */
export function smppAddress(address: string): { address: string; ton: number; npi: number } {
  const digits = address.replace(/^\+/, '')
  if (!/^\d+$/.test(digits)) return { address: address.replace(/[^a-z0-9 ]/gi, '').slice(0, 11), ton: 5, npi: 0 }
  if (digits.length <= 6) return { address: digits, ton: 3, npi: 0 }
  return { address: digits, ton: 1, npi: 1 }
}

/** How long the exchange may go on trying, as SMPP writes it. */
export function validityPeriod(until: Date, now: Date): string {
  const seconds = Math.max(60, Math.floor((until.getTime() - now.getTime()) / 1_000))
  const two = (value: number) => String(value).padStart(2, '0')
  const days = Math.min(99, Math.floor(seconds / 86_400))
  return `0000${two(days)}${two(Math.floor(seconds / 3_600) % 24)}${two(Math.floor(seconds / 60) % 60)}${two(seconds % 60)}000R`
}
