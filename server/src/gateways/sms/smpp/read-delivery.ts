import type { SmppSettings } from '@regie/contract/sms-providers.ts'
import type { Pdu } from 'smpp'
import type { DeliveryUpdate } from '../../message-gateway.ts'
import type { IncomingSms } from '../sms-gateway.ts'

type IdFormat = SmppSettings['idFormat']

// What is still under way says nothing new.
const endStates: Record<string, 'delivered' | 'failed'> = {
  ...{ DELIVRD: 'delivered', EXPIRED: 'failed', DELETED: 'failed', UNDELIV: 'failed', REJECTD: 'failed' },
}
const statesByNumber: Record<number, string> = { 2: 'DELIVRD', 3: 'EXPIRED', 4: 'DELETED', 5: 'UNDELIV', 8: 'REJECTD' }
const isReceipt = 0x04
const kindBits = 0x3c

/** The name under which the number of a message is kept: exchanges add zeros and change case. */
export function smppRef(providerId: number, id: string): string {
  return `${providerId}:${id
    .trim()
    .toUpperCase()
    .replace(/^0+(?=.)/, '')}`
}

/** What an exchange brings: news of a message, or a message of a person; null: nothing of use. */
export function readDelivery(
  providerId: number,
  format: IdFormat,
  pdu: Pdu,
  now: Date,
): { update: DeliveryUpdate } | { sms: IncomingSms } | null {
  const { text, heading } = bodyOf(pdu)
  if (((pdu.esm_class ?? 0) & kindBits) === isReceipt || pdu.receipted_message_id !== undefined) {
    const update = readReceipt(providerId, format, pdu, text, now)
    return update && { update }
  }
  const from = pdu.source_addr ?? ''
  const part = partOf(pdu, heading)
  const at = Math.floor(now.getTime() / 60_000)
  // Without a number of its own a message is known by what it says and when: brought again within the minute it is the same one.
  const key = part ? `${from}:${part.reference}:${part.no}:${part.of}` : `${from}:${at}:${text}`
  return { sms: { key, from, to: pdu.destination_addr ?? '', text, at: now, ...(part && { part }) } }
}

function readReceipt(providerId: number, format: IdFormat, pdu: Pdu, text: string, now: Date): DeliveryUpdate | null {
  const word = (name: string) => new RegExp(`\\b${name}:\\s*([^\\s]+)`, 'i').exec(text)?.[1] ?? ''
  const id = (pdu.receipted_message_id ?? '').replace(/\0/g, '') || word('id')
  const stat = (pdu.message_state !== undefined && statesByNumber[pdu.message_state]) || word('stat').toUpperCase()
  const state = endStates[stat]
  if (id === '' || state === undefined) return null
  const [first = id, ...others] = writings(id, format)
  const err = word('err')
  return {
    eventKey: `${smppRef(providerId, id)}:${stat}:${word('done date')}${/done date:\s*(\d+)/i.exec(text)?.[1] ?? ''}`,
    providerRef: smppRef(providerId, first),
    otherRefs: others.map((other) => smppRef(providerId, other)),
    numbers: [pdu.source_addr ?? '', pdu.destination_addr ?? ''],
    state,
    at: now,
    ...(state === 'failed' && { reason: err === '' || /^0+$/.test(err) ? stat : `${stat} ${err}` }),
  }
}

/** The number of a receipt in the writings that the answer to its message may have had. */
function writings(id: string, format: IdFormat): string[] {
  const hex = /^\d{1,20}$/.test(id) ? BigInt(id).toString(16) : null
  const decimal = /^[0-9a-f]{1,16}$/i.test(id) ? BigInt(`0x${id}`).toString() : null
  if (format === 'same') return [id]
  if (format === 'hexThenDecimal') return [hex ?? id]
  if (format === 'decimalThenHex') return [decimal ?? id]
  return [id, ...(hex === null ? [] : [hex]), ...(decimal === null ? [] : [decimal])]
}

// Texts without end are cut: nobody sends us a longer one.
const charactersMax = 10_000

function bodyOf(pdu: Pdu): { text: string; heading: readonly Buffer[] } {
  const short = pdu.short_message
  const long = pdu.message_payload
  const heading = short && 'udh' in short ? (short.udh ?? []) : []
  const body = long ?? short ?? ''
  const message = Buffer.isBuffer(body) || typeof body === 'string' ? body : body.message
  const text = typeof message === 'string' ? message : message.toString('latin1')
  return { text: text.replaceAll('\0', '').slice(0, charactersMax), heading }
}

/** Which part of a long message this is: said in its heading or in fields of its own. */
function partOf(pdu: Pdu, heading: readonly Buffer[]): IncomingSms['part'] {
  for (const element of heading) {
    const [kind, , ...rest] = element
    const [reference, of, no] = kind === 0 ? rest : kind === 8 ? [(rest[0] ?? 0) * 256 + (rest[1] ?? 0), rest[2], rest[3]] : []
    if (reference !== undefined && of !== undefined && no !== undefined) return placed(reference, of, no)
  }
  const { sar_msg_ref_num: reference, sar_total_segments: of, sar_segment_seqnum: no } = pdu
  return reference !== undefined && of !== undefined && no !== undefined ? placed(reference, of, no) : undefined
}

const placed = (reference: number, of: number, no: number) => (of > 1 && no >= 1 && no <= of ? { reference, no, of } : undefined)
