const lineMax = 75
const hex = Array.from({ length: 256 }, (_, byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`)
const shortPlainLine = /^[!-<>-~](?:[ -<>-~]{0,73}[!-<>-~])?$/

/** RFC 2045 quoted-printable with CRLF line ends. Lines that need nothing are copied whole, which is most of a mail. */
export function quotedPrintable(text: string): string {
  const lines = text.split(/\r\n|\r|\n/)
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] ?? ''
    if (line !== '' && !shortPlainLine.test(line)) lines[i] = encodeLine(line)
  }
  return lines.join('\r\n')
}

// Plain characters that are only too many: cut where encodeLine would, without looking at each.
const plainLine = /^[!-<>-~](?:[ -<>-~]*[!-<>-~])?$/

function cutLine(line: string): string {
  let out = ''
  let from = 0
  while (line.length - from > lineMax) {
    out += `${line.slice(from, from + lineMax)}=\r\n`
    from += lineMax
  }
  return out + line.slice(from)
}

function encodeLine(line: string): string {
  if (plainLine.test(line)) return cutLine(line)
  const bytes = Buffer.from(line)
  let out = ''
  let width = 0
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0
    const last = i === bytes.length - 1
    const plain = (byte > 32 && byte < 127 && byte !== 61) || ((byte === 32 || byte === 9) && !last)
    const size = plain ? 1 : 3
    if (width + size > lineMax) {
      out += '=\r\n'
      width = 0
    }
    out += plain ? String.fromCharCode(byte) : (hex[byte] ?? '')
    width += size
  }
  return out
}
