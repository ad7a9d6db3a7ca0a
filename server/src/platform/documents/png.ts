import { crc32, deflateSync } from 'node:zlib'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** A picture as PNG; `rgb` has three bytes for each point, row by row. */
export function pngOf({ width, height, rgb }: { width: number; height: number; rgb: Uint8Array }): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits of red, green and blue each; nothing else is chosen.
  header.set([8, 2, 0, 0, 0], 8)
  const rows = Buffer.alloc((width * 3 + 1) * height)
  for (let y = 0; y < height; y++) rows.set(rgb.subarray(y * width * 3, (y + 1) * width * 3), y * (width * 3 + 1) + 1)
  return Buffer.concat([signature, pngChunk('IHDR', header), pngChunk('IDAT', deflateSync(rows)), pngChunk('IEND', Buffer.alloc(0))])
}

/** A part of a PNG: its length, its name of four letters, what it holds, and the sum of both. */
export function pngChunk(type: string, content: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const whole = Buffer.alloc(typed.length + 8)
  whole.writeUInt32BE(content.length, 0)
  typed.copy(whole, 4)
  whole.writeUInt32BE(crc32(typed), typed.length + 4)
  return whole
}
