import { isUtf16 } from './text-encoding.ts'

const heads = ['%PDF', '\x89PNG', '\xff\xd8\xff', 'GIF8', '\xd0\xcf\x11\xe0', '7z\xbc\xaf', '\x1f\x8b', 'Rar!', '{\\rtf']
const zipHeads = ['PK\x03\x04', 'PK\x05\x06']
const xml = /^\s*<\?xml/i
const markup = /^\s*<(!doctype|html|svg|table|script)/i

/** What a file is by its content, whatever its name says. A workbook is a ZIP too: its content decides (isWorkbook). */
export function kindOf(bytes: Uint8Array): 'empty' | 'text' | 'utf-16' | 'zip' | 'xml' | 'other' {
  if (bytes.length === 0) return 'empty'
  if (isUtf16(bytes)) return 'utf-16'
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).toString('latin1')
  const unmarked = head.replace(/^ï»¿/, '')
  if (zipHeads.some((start) => head.startsWith(start))) return 'zip'
  if (heads.some((start) => head.startsWith(start)) || markup.test(unmarked)) return 'other'
  if (bytes.includes(0)) return 'other'
  if (controlsIn(bytes.subarray(0, 4096)) > 0.1) return 'other'
  return xml.test(unmarked) ? 'xml' : 'text'
}

function controlsIn(bytes: Uint8Array) {
  const controls = bytes.filter((byte) => byte < 9 || (byte > 13 && byte < 32))
  return controls.length / bytes.length
}
