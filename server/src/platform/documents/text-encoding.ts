export type DecodedText = { encoding: 'utf-8' | 'windows-1252'; text: string }
/** UTF-8 up to a row where a character breaks off. Guessing the rest would spoil names without anybody seeing it. */
export type BrokenText = { brokenRow: number }

// 0x80-0x9F, which Windows-1252 fills otherwise than Unicode does; an empty place is a byte that it does not have.
const windowsHigh = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'
const windowsHoles = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d])

/** Is this UTF-16, which spreadsheets call "Unicode text"? */
export function isUtf16(bytes: Uint8Array) {
  return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
}

/**
 * UTF-8 when every byte of it is right. Windows-1252 when no character of more than one byte is. With right ones and a broken one it is
 * neither: the answer is the row where the first breaks. Null: no text that we read (UTF-16, or bytes that Windows-1252 does not have).
 */
export function decodeText(bytes: Uint8Array): DecodedText | BrokenText | null {
  if (isUtf16(bytes)) return null
  try {
    return { encoding: 'utf-8', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    const brokenAt = findMixture(bytes)
    if (brokenAt !== null) return { brokenRow: rowAt(bytes, brokenAt) }
    if (bytes.some((byte) => windowsHoles.has(byte))) return null
    return { encoding: 'windows-1252', text: decodeWindows(bytes) }
  }
}

// Byte for byte and then the 27 that differ: the decoder of Node has read these wrongly in several versions.
function decodeWindows(bytes: Uint8Array) {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString('latin1')
    .replace(/[\x80-\x9f]/g, (character) => windowsHigh[character.charCodeAt(0) - 0x80] ?? character)
}

// Where the first broken character stands in a text that has right ones too; null when it has none of those.
function findMixture(bytes: Uint8Array): number | null {
  let hasRight = false
  let firstWrong: number | null = null
  for (let at = 0; at < bytes.length; at += 1) {
    if ((bytes[at] ?? 0) < 0x80) continue
    const length = lengthOfCharacter(bytes, at)
    if (length > 1) hasRight = true
    else firstWrong ??= at
    at += length - 1
  }
  return hasRight ? firstWrong : null
}

// How many bytes the character at this place has, 1 when it is not one of UTF-8.
function lengthOfCharacter(bytes: Uint8Array, at: number): number {
  const byte = bytes[at] ?? 0
  const length = byte >= 0xf0 && byte < 0xf5 ? 4 : byte >= 0xe0 && byte < 0xf0 ? 3 : byte >= 0xc2 && byte < 0xe0 ? 2 : 1
  for (let next = 1; next < length; next += 1) if (((bytes[at + next] ?? 0) & 0xc0) !== 0x80) return 1
  return length
}

// The row as a spreadsheet counts: a line end between quotation marks begins no row.
function rowAt(bytes: Uint8Array, end: number): number {
  let row = 1
  let isQuoted = false
  for (let at = 0; at < end; at += 1) {
    if (bytes[at] === 0x22) isQuoted = !isQuoted
    else if (bytes[at] === 0x0a && !isQuoted) row += 1
  }
  return row
}
