export type DecodedText = { encoding: 'utf-8' | 'windows-1252'; text: string }

// 0x80-0x9F, which Windows-1252 fills otherwise than Unicode does; an empty place is a byte that it does not have.
const windowsHigh = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'
const windowsHoles = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d])

/** Is this UTF-16, which spreadsheets call "Unicode text"? */
export function isUtf16(bytes: Uint8Array) {
  return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
}

/** UTF-8 when every byte of it is right, else Windows-1252; null when it is neither, or a mixture of both. */
export function decodeText(bytes: Uint8Array): DecodedText | null {
  if (isUtf16(bytes)) return null
  try {
    return { encoding: 'utf-8', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
    if (hasMark || isMostlyUtf8(bytes) || bytes.some((byte) => windowsHoles.has(byte))) return null
    return { encoding: 'windows-1252', text: decodeWindows(bytes) }
  }
}

// Byte for byte and then the 27 that differ: the decoder of Node has read these wrongly in several versions.
function decodeWindows(bytes: Uint8Array) {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString('latin1')
    .replace(/[\x80-\x9f]/g, (character) => windowsHigh[character.charCodeAt(0) - 0x80] ?? character)
}

// A Windows-1252 text has hardly a pair that is also UTF-8 ("É–" is one); a UTF-8 text with a fault has almost only such pairs.
function isMostlyUtf8(bytes: Uint8Array) {
  let right = 0
  let wrong = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte < 0x80) continue
    const length = byte >= 0xf0 && byte < 0xf5 ? 3 : byte >= 0xe0 ? 2 : byte >= 0xc2 && byte < 0xe0 ? 1 : 0
    const isRight = length > 0 && byte < 0xf5 && bytes.subarray(at + 1, at + 1 + length).every(isContinuation) && at + length < bytes.length
    if (isRight) at += length
    if (isRight) right += 1
    else wrong += 1
  }
  return right > wrong
}

const isContinuation = (byte: number) => (byte & 0xc0) === 0x80
