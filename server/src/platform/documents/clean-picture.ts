import { sizeOf } from './picture-size.ts'

export type CleanPicture = { mediaType: 'image/png' | 'image/jpeg'; width: number; height: number; content: Buffer }

const pngStart = Buffer.from('89504e470d0a1a0a', 'hex')

/**
 * A PNG or JPEG as its pixels need it, by its bytes and not by its name: without where a camera stood, who made it,
 * remarks, and whatever follows it. Null: it is neither, or not whole.
 */
export function cleanPicture(given: Buffer): CleanPicture | null {
  const isPng = given.subarray(0, 8).equals(pngStart)
  const cleaned = isPng ? cleanPng(given) : cleanJpeg(given)
  const size = cleaned && sizeOf(cleaned.content)
  if (!cleaned || !size || size.width === 0 || size.height === 0) return null
  const [width, height] = cleaned.isTurned ? [size.height, size.width] : [size.width, size.height]
  return { mediaType: isPng ? 'image/png' : 'image/jpeg', width, height, content: cleaned.content }
}

type Cleaned = { content: Buffer; isTurned: boolean } | null

// What decides about colours; the rest are words, times and what programs add.
const pngKept = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'sBIT'])

function cleanPng(given: Buffer): Cleaned {
  const parts: Buffer[] = [pngStart]
  let hasPixels = false
  for (let at = 8; at + 12 <= given.length; ) {
    const end = at + 12 + given.readUInt32BE(at)
    const name = given.toString('latin1', at + 4, at + 8)
    if (end > given.length) return null
    if (pngKept.has(name)) parts.push(given.subarray(at, end))
    hasPixels ||= name === 'IDAT'
    if (name === 'IEND') return hasPixels ? { content: Buffer.concat(parts), isTurned: false } : null
    at = end
  }
  return null
}

const startOfScan = 0xda
const endOfImage = 0xd9
const exif = 0xe1
// What decides how the pixels look: how dense they are, the profile of their colours, and how these were coded.
const namesKept: Readonly<Record<number, string>> = { 0xe0: 'JFIF', 0xe2: 'ICC_PROFILE', 0xee: 'Adobe' }
const comment = 0xfe

function isNote(marker: number, segment: Buffer): boolean {
  if (marker < 0xe0 || marker > 0xef) return marker === comment
  const name = namesKept[marker]
  return name === undefined || segment.toString('latin1', 4, 4 + name.length) !== name
}

function cleanJpeg(given: Buffer): Cleaned {
  if (given[0] !== 0xff || given[1] !== 0xd8) return null
  const segments: Buffer[] = []
  let turn = 1
  let hasPixels = false
  for (let at = 2; at + 2 <= given.length; ) {
    if (given[at] !== 0xff) return null
    const marker = given[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === endOfImage) return hasPixels ? jpegOf(segments, turn) : null
    const head = at + 4 > given.length ? 0 : given.readUInt16BE(at + 2)
    const end = marker === startOfScan ? endOfScan(given, at + 2 + head) : at + 2 + head
    if (head < 2 || end > given.length) return null
    const segment = given.subarray(at, end)
    if (marker === exif) turn = turnOf(segment) ?? turn
    if (!isNote(marker, segment)) segments.push(segment)
    hasPixels ||= marker === startOfScan
    at = end
  }
  return null
}

/** Where the next marker stands behind pixels: a zero or a restart after 0xff is of the pixels. */
function endOfScan(given: Buffer, from: number): number {
  for (let at = given.indexOf(0xff, from); at !== -1; at = given.indexOf(0xff, at + 1)) {
    const next = given[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
  return given.length + 1
}

// An Exif segment with one entry, how the pixels are turned: its number, its kind, one of it, its value, and no list after it.
const onlyTurn = ['ffe10022', '457869660000', '4d4d002a00000008', '0001', '0112', '0003', '00000001', '00010000', '00000000'].join('')

/** A camera that was held on its side says so beside the pixels: that alone is said again. */
function jpegOf(segments: Buffer[], turn: number): Cleaned {
  const turned = Buffer.from(onlyTurn, 'hex')
  turned.writeUInt16BE(turn, turned.length - 8)
  const parts = [Buffer.from('ffd8', 'hex'), ...(turn === 1 ? [] : [turned]), ...segments, Buffer.from('ffd9', 'hex')]
  return { content: Buffer.concat(parts), isTurned: turn >= 5 }
}

/** How the pixels are to be turned, as the first list of an Exif segment says; null: it does not. */
function turnOf(segment: Buffer): number | null {
  if (segment.toString('latin1', 4, 8) !== 'Exif' || segment.length < 20) return null
  const tiff = segment.subarray(10)
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const two = (at: number) => (at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const list = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  for (let entry = 0; entry < two(list); entry++) {
    const at = list + 2 + entry * 12
    if (two(at) !== 0x0112) continue
    const turn = two(at + 8)
    return turn >= 1 && turn <= 8 ? turn : null
  }
  return null
}
