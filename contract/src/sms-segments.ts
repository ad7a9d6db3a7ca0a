// GSM 03.38: one place each; those of the extension table take two, because an escape goes before them.
// In the order of the alphabet; the escape itself stands at 27.
const alphabet =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\u001bÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const escape = 27
const basic = new Set(alphabet.replace('\u001b', ''))
const extension = new Set('^{}\\[~]|€\f')

const extensionCodes: Record<string, number> = {
  ...{ '\f': 0x0a, '^': 0x14, '{': 0x28, '}': 0x29, '\\': 0x2f, '[': 0x3c, '~': 0x3d, ']': 0x3e, '|': 0x40, '€': 0x65 },
}

/** How an SMS is cut: the alphabet, its places, how many parts leave, how much room the last has, and which characters cost more. */
export type SmsSegments = {
  encoding: 'gsm7' | 'ucs2'
  units: number
  segments: number
  left: number
  /** The characters that are not in GSM 03.38: one of them makes all others take two bytes. */
  breakers: string[]
  /** The characters that take two places. */
  doubles: string[]
}

// What typing programs put in place of plain characters.
const plain: Record<string, string> = {
  '‘': "'",
  '’': "'",
  '‚': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  '•': '-',
  '´': "'",
  '`': "'",
  ʼ: "'",
  '‑': '-',
  '→': '->',
  '\u2009': ' ',
  '\t': ' ',
}

/** An SMS as it leaves: amounts are written with a space that does not break, which is not in its alphabet; one of them and every part holds 70 places, not 160. */
export function smsText(text: string): string {
  return text.replace(/[\u00a0\u202f]/g, ' ')
}

/** What takes the place of a character that makes an SMS longer: the letter without its mark; itself where nothing does. */
export function smsReplacement(character: string): string {
  const known = plain[character] ?? character.normalize('NFD').replace(/\p{M}/gu, '')
  return known !== '' && Array.from(known).every((one) => basic.has(one)) ? known : character
}

/** An SMS with the characters that keep it short: é stays, ë becomes e; what nothing replaces stays too. */
export function simplifySms(text: string): string {
  return Array.from(smsText(text))
    .map((one) => (basic.has(one) || extension.has(one) ? one : smsReplacement(one)))
    .join('')
}

/** Counts as the network does: 160 places in one part, 153 in each of several; in UCS-2 70 and 67. No part ends within a character. */
export function smsSegments(text: string): SmsSegments {
  const characters = Array.from(smsText(text))
  const breakers = [...new Set(characters.filter((one) => !basic.has(one) && !extension.has(one)))]
  const isGsm = breakers.length === 0
  const doubles = isGsm ? [...new Set(characters.filter((one) => extension.has(one)))] : []
  const [alone, together] = isGsm ? [160, 153] : [70, 67]
  const widthOf = (one: string) => (isGsm ? (extension.has(one) ? 2 : 1) : one.length)
  const units = characters.reduce((sum, one) => sum + widthOf(one), 0)
  const counted = { encoding: isGsm ? ('gsm7' as const) : ('ucs2' as const), units, breakers, doubles }
  if (units <= alone) return { ...counted, segments: units === 0 ? 0 : 1, left: alone - units }
  const { parts, filled } = cut(characters, widthOf, together)
  return { ...counted, segments: parts.length, left: together - filled }
}

/** The texts of the parts in which an SMS leaves; no character stands in two. */
export function smsParts(text: string): string[] {
  const { encoding, segments } = smsSegments(text)
  const sent = smsText(text)
  if (segments <= 1) return [sent]
  const isGsm = encoding === 'gsm7'
  return cut(Array.from(sent), (one) => (isGsm ? (extension.has(one) ? 2 : 1) : one.length), isGsm ? 153 : 67).parts
}

/** The codes of a text in GSM 03.38, one for each place; its characters are all of that alphabet. */
export function gsmCodes(text: string): number[] {
  return Array.from(text).flatMap((one) => {
    const extended = extensionCodes[one]
    return extended === undefined ? [alphabet.indexOf(one)] : [escape, extended]
  })
}

function cut(characters: readonly string[], widthOf: (one: string) => number, together: number) {
  const parts = ['']
  let filled = 0
  for (const one of characters) {
    const width = widthOf(one)
    if (filled + width > together) {
      parts.push('')
      filled = 0
    }
    parts[parts.length - 1] += one
    filled += width
  }
  return { parts, filled }
}
