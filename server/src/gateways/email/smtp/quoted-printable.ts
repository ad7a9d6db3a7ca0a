import { encode, wrap } from 'nodemailer/lib/qp'

// With its line end a line of 74 characters is within the 76 that the library leaves alone.
const shortPlainLine = /^(?:[\t -<>-~]{0,73}[!-<>-~])?$/
const plainLine = /^(?:[\t -<>-~]*[!-<>-~])?$/
const lineMax = 76
// The library breaks after the last of these within so many characters of the end.
const lineMargin = 25
const breakAfter = ' \t.,!?'
// What the library never looks back over: it leaves a text of one short line as it is, and breaks a short last line of a longer one.
const filledLines = '\r\n'.repeat(lineMax / 2)

/**
 * RFC 2045 quoted-printable of a text whose lines end in \n, in the very bytes of nodemailer's encoder. Lines that need nothing are copied whole and
 * plain ones that are only too long are cut here, which is most of a mail: its patterns cost 0.3 ms for 2 KB of them.
 */
export function quotedPrintable(text: string): string {
  const lines = text.split('\n')
  const last = lines.length - 1
  let out = ''
  for (let i = 0; i < last; i++) {
    const line = lines[i] ?? ''
    if (shortPlainLine.test(line)) out += `${line}\r\n`
    else if (plainLine.test(line)) out += cutLine(`${line}\r\n`)
    else out += wrap(encode(`${line}\r\n`))
  }
  const lastLine = lines[last] ?? ''
  let wordsEnd = lastLine.length
  while (wordsEnd > 0 && ' \t'.includes(lastLine.charAt(wordsEnd - 1))) wordsEnd--
  const words = lastLine.slice(0, wordsEnd)
  out = wrapEnd(out, encode(words))
  // White space at the very end comes to the library as a portion of its own.
  if (words.length === lastLine.length) return out
  const lineStart = out.lastIndexOf('\n') + 1
  return out.slice(0, lineStart) + wrap(out.slice(lineStart) + encode(lastLine.slice(words.length)))
}

function wrapEnd(before: string, end: string): string {
  if (before.length + end.length <= lineMax) return before + end
  return before + wrap(filledLines + end).slice(filledLines.length)
}

function cutLine(line: string): string {
  let out = ''
  let from = 0
  for (;;) {
    const part = line.slice(from, from + lineMax)
    // The rest with its whole line end.
    if (part.endsWith('\n')) return out + part
    let end = part.length
    while (end > part.length - lineMargin && !breakAfter.includes(part[end - 1] ?? '')) end--
    if (end === part.length - lineMargin) end = part.length
    if (end === lineMax) end--
    out += `${part.slice(0, end)}=\r\n`
    from += end
  }
}
