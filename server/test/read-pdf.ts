import { inflateSync } from 'node:zlib'

/** What a PDF of ours shows by its streams, page after page, and its parts as they stand in it: enough to see words and tags, no reader of any PDF. */
export function readPdf(pdf: Buffer) {
  const raw = pdf.toString('latin1')
  const objects = new Map([...raw.matchAll(/(?:^|\n)(\d+) 0 obj\n([^]*?)\nendobj/g)].map(([, id, body]) => [Number(id), body ?? '']))
  const unicodeOf = new Map<string, Map<string, string>>()
  for (const body of objects.values())
    for (const [, name = '', id] of body.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const at = /\/ToUnicode (\d+) 0 R/.exec(objects.get(Number(id)) ?? '')?.[1]
      if (at !== undefined) unicodeOf.set(name, readMap(streamOf(objects.get(Number(at)) ?? '')))
    }
  const pages = [...objects.values()].filter((body) => /\/Type \/Page\n/.test(body))
  const text = pages
    .map((body) => streamOf(objects.get(Number(/\/Contents (\d+) 0 R/.exec(body)?.[1])) ?? ''))
    .map((content) => wordsOf(content, unicodeOf))
    .join('\n')
  return { text, pages: pages.length, objects: [...objects.values()] }
}

function streamOf(body: string): string {
  const bytes = /stream\n([^]*)\nendstream/.exec(body)?.[1] ?? ''
  return body.includes('/FlateDecode') ? inflateSync(Buffer.from(bytes, 'latin1')).toString('latin1') : bytes
}

function readMap(cmap: string): Map<string, string> {
  const map = new Map<string, string>()
  for (const [, from = '', list = ''] of cmap.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/gi))
    [...list.matchAll(/<([0-9a-f ]+)>/gi)].forEach(([, code = ''], at) =>
      map.set(
        (Number.parseInt(from, 16) + at).toString(16).padStart(4, '0'),
        Buffer.from(code.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
      ),
    )
  return map
}

function wordsOf(content: string, unicodeOf: ReadonlyMap<string, ReadonlyMap<string, string>>): string {
  let font = ''
  let text = ''
  for (const [, name, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (name !== undefined) font = name
    for (const [, hex = ''] of (shown ?? '').matchAll(/<([0-9a-f]+)>/g))
      for (const glyph of hex.match(/.{4}/g) ?? []) text += unicodeOf.get(font)?.get(glyph) ?? '?'
    if (shown !== undefined) text += '\n'
  }
  return text
}
