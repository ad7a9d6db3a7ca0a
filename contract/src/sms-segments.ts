// GSM 03.38: one place each; those of the extension table take two, because an escape goes before them.
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const extension = new Set('^{}\\[~]|€\f')

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

/** Counts as the network does: 160 places in one part, 153 in each of several; in UCS-2 70 and 67. No part ends within a character. */
export function smsSegments(text: string): SmsSegments {
  const characters = Array.from(text)
  const breakers = [...new Set(characters.filter((one) => !basic.has(one) && !extension.has(one)))]
  const isGsm = breakers.length === 0
  const doubles = isGsm ? [...new Set(characters.filter((one) => extension.has(one)))] : []
  const [alone, together] = isGsm ? [160, 153] : [70, 67]
  const widthOf = (one: string) => (isGsm ? (extension.has(one) ? 2 : 1) : one.length)
  const units = characters.reduce((sum, one) => sum + widthOf(one), 0)
  const counted = { encoding: isGsm ? ('gsm7' as const) : ('ucs2' as const), units, breakers, doubles }
  if (units <= alone) return { ...counted, segments: units === 0 ? 0 : 1, left: alone - units }
  let [segments, filled] = [1, 0]
  for (const one of characters) {
    const width = widthOf(one)
    if (filled + width > together) [segments, filled] = [segments + 1, 0]
    filled += width
  }
  return { ...counted, segments, left: together - filled }
}
