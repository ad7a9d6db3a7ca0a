import { electronicFormatIBAN, isValidIBAN } from 'ibantools'
import type { RawEntry } from './statement.ts'

type Remittance = Pick<RawEntry, 'counterName' | 'counterIban' | 'reference' | 'text'>

// The words between slashes with which banks divide field 86.
const words =
  'TRTP|IBAN|BIC|NAME|REMI|EREF|MARF|CSID|CNTP|ORDP|BENM|PREF|RTRN|ISDT|PURP|ULTD|ULTC|ADDR|SVCL|TRCD|KREF|SUM|TYPE|INIT|CREF|IREF|NRTX|SWOC|OAMT|EXCH|CHGS|ID'
const piece = new RegExp(String.raw`/(${words})/([^]*?)(?=/(?:${words})/|$)`, 'g')
const anyIban = /[A-Z]{2}\d{2}[A-Z0-9]{11,30}/g

/** A piece without the slashes that end it. */
function withoutSlashes(value: string): string {
  let end = value.length
  while (value[end - 1] === '/') end--
  return value.slice(0, end).trim()
}

/** Who paid and what they wrote, from field 86 and the line below field 61: divided by slashes, by words with a colon (ABN AMRO of old), or not at all. */
export function readRemittance(information: string, added: string): Remittance {
  // Lines are cut at 65 characters, in the middle of a word too.
  const joined = information.replaceAll('\n', '')
  const found = new Map([...joined.matchAll(piece)].map(([, name = '', value = '']) => [name, withoutSlashes(value)]))
  if (found.size > 0) return fromPieces(found, added)
  return fromWords(information, added)
}

function fromPieces(found: ReadonlyMap<string, string>, added: string): Remittance {
  const [iban = '', , name = ''] = (found.get('CNTP') ?? '').split('/')
  const written = found.get('REMI') ?? ''
  const structured = /^STRD\/[^/]*\/(.+)$/.exec(written)?.[1]
  const free = written.replace(/^(USTD|STRD)\/[^/]*\//, '')
  const endToEnd = found.get('EREF') ?? ''
  return {
    counterName: (name || found.get('NAME')) ?? '',
    counterIban: ibanIn(iban) ?? ibanIn(found.get('IBAN') ?? '') ?? ibanIn(added),
    reference: structured?.trim() ?? null,
    text: [structured === undefined ? free : '', endToEnd === 'NOTPROVIDED' ? '' : endToEnd].join(' ').trim(),
  }
}

function fromWords(information: string, added: string): Remittance {
  const line = information.replaceAll('\n', ' ').replace(/\s+/g, ' ').trim()
  const after = (word: string) =>
    new RegExp(String.raw`\b${word}: ?(.*?)(?= (?:IBAN|BIC|NAAM|OMSCHRIJVING|KENMERK|BETALINGSKENM\.|MACHTIGING|INCASSANT): ?|$)`).exec(
      line,
    )?.[1]
  return {
    counterName: after('NAAM') ?? '',
    counterIban: ibanIn(after('IBAN') ?? '') ?? ibanIn(line) ?? ibanIn(added),
    reference: after(String.raw`BETALINGSKENM\.`)?.replaceAll(' ', '') ?? null,
    text: [after('OMSCHRIJVING') ?? line, after('KENMERK') ?? ''].join(' ').trim(),
  }
}

function ibanIn(text: string): string | null {
  const found = text.replace(/(?<=[A-Z0-9]) (?=[A-Z0-9]{4}\b)/g, '').match(anyIban) ?? []
  const iban = found.find((one) => isValidIBAN(one))
  return iban === undefined ? null : electronicFormatIBAN(iban)
}
