import { deflateSync } from 'node:zlib'
import { pngChunk } from '../src/platform/documents/png.ts'

/** A PNG of one colour that a browser draws, with chunks beside its pixels. */
export function pngOf(width: number, height: number, notes: Readonly<Record<string, string>> = {}): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  // One bit a pixel, grey.
  head.writeUInt8(1, 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', head),
    ...Object.entries(notes).map(([name, words]) => pngChunk(name, Buffer.from(words))),
    pngChunk('IDAT', deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

type Notes = { comment?: string; exif?: { words: string; turn: number; isLittle?: boolean } }

/** How a JPEG is put together, with what a camera writes beside it; its pixels are no picture. */
export function jpegOf(width: number, height: number, { comment, exif }: Notes = {}): Buffer {
  const frame = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0])
  frame.writeUInt16BE(height, 1)
  frame.writeUInt16BE(width, 3)
  const pixels = Buffer.from('1234ff00ffd05678', 'hex')
  return Buffer.concat([
    Buffer.from('ffd8', 'hex'),
    segmentOf(0xe0, Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1')),
    ...(comment === undefined ? [] : [segmentOf(0xfe, Buffer.from(comment))]),
    ...(exif === undefined ? [] : [segmentOf(0xe1, exifOf(exif))]),
    segmentOf(0xc0, frame),
    segmentOf(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    pixels,
    Buffer.from('ffd9', 'hex'),
  ])
}

function segmentOf(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}

function exifOf({ words, turn, isLittle = false }: NonNullable<Notes['exif']>): Buffer {
  const list = Buffer.alloc(8 + 2 + 12 + 4)
  const two = (value: number, at: number) => (isLittle ? list.writeUInt16LE(value, at) : list.writeUInt16BE(value, at))
  const four = (value: number, at: number) => (isLittle ? list.writeUInt32LE(value, at) : list.writeUInt32BE(value, at))
  list.write(isLittle ? 'II' : 'MM', 0, 'latin1')
  two(42, 2)
  four(8, 4)
  two(1, 8)
  two(0x0112, 10)
  two(3, 12)
  four(1, 14)
  two(turn, 18)
  return Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), list, Buffer.from(words)])
}
