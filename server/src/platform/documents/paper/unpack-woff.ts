import { inflateSync } from 'node:zlib'

// Of WOFF 1.0: the header, and an entry of its list of tables; of the font inside it likewise.
const woff = { header: 44, entry: 20 }
const font = { header: 12, entry: 16 }

/**
 * The font inside a WOFF file, its tables no longer packed. The PDF library unpacks a table in JavaScript each time it reads from it, which took nine tenths
 * of the time of a paper.
 */
export function unpackWoff(file: Buffer): Buffer {
  if (file.toString('latin1', 0, 4) !== 'wOFF') throw new Error('this is no WOFF file')
  const count = file.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, at) => {
    const entry = woff.header + at * woff.entry
    const [start, packed, length] = [file.readUInt32BE(entry + 4), file.readUInt32BE(entry + 8), file.readUInt32BE(entry + 12)]
    const content = file.subarray(start, start + packed)
    return {
      tag: file.subarray(entry, entry + 4),
      sum: file.readUInt32BE(entry + 16),
      content: packed < length ? inflateSync(content) : content,
    }
  })
  const steps = Math.floor(Math.log2(count))
  const head = Buffer.alloc(font.header + count * font.entry)
  file.copy(head, 0, 4, 8)
  head.writeUInt16BE(count, 4)
  head.writeUInt16BE(16 * 2 ** steps, 6)
  head.writeUInt16BE(steps, 8)
  head.writeUInt16BE(16 * (count - 2 ** steps), 10)
  const parts = [head]
  let at = head.length
  for (const [no, { tag, sum, content }] of tables.entries()) {
    const entry = font.header + no * font.entry
    tag.copy(head, entry)
    head.writeUInt32BE(sum, entry + 4)
    head.writeUInt32BE(at, entry + 8)
    head.writeUInt32BE(content.length, entry + 12)
    // Each table begins at a multiple of four.
    const filled = Buffer.alloc(Math.ceil(content.length / 4) * 4)
    content.copy(filled)
    parts.push(filled)
    at += filled.length
  }
  return Buffer.concat(parts)
}
