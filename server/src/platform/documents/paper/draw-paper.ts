import PDFDocument from 'pdfkit'
import { fontOf, fontRuns, missingSign } from './paper-fonts.ts'
import type { Paper, PaperBlock, PaperEntry } from './paper.ts'

export type Doc = InstanceType<typeof PDFDocument>
// The types of pdfkit are behind it: its sets for screen readers, and what a tag says of itself.
type Element = ReturnType<Doc['struct']> & { dictionary?: { data: object } }
type Options = ConstructorParameters<typeof PDFDocument>[0]
type Style = { size: number; weight?: 400 | 600; colour?: string; align?: 'right' }
export type Place = { x: number; width: number }

const margins = { top: 64, bottom: 62, left: 56, right: 56 }
const ink = '#1d2330'
const quiet = '#586174'
const rule = '#d9dee7'
const styles = {
  title: { size: 20, weight: 600 },
  subtitle: { size: 10.5, colour: quiet },
  heading: { size: 13, weight: 600 },
  body: { size: 9.5 },
  strong: { size: 9.5, weight: 600 },
  small: { size: 8.5, colour: quiet },
  edge: { size: 8, colour: quiet },
} as const satisfies Record<string, Style>

/** A paper as PDF: tagged for who has it read aloud, with its typeface, its title and its language in it. */
export async function drawPaper(paper: Paper): Promise<Buffer> {
  const { doc, written } = openDocument(paper, margins)
  const root = doc.struct('Document')
  doc.addStructure(root)
  const line = { x: margins.left, width: doc.page.width - margins.left - margins.right }
  add(doc, root, 'H1', () => say(doc, paper.title, styles.title, line))
  if (paper.subtitle !== '') add(doc, root, 'P', () => say(doc, paper.subtitle, styles.subtitle, line))
  for (const block of paper.blocks) drawBlock(doc, root, block, line)
  if (lacking.has(doc)) drawBlock(doc, root, { kind: 'text', text: paper.missing, isQuiet: true }, line)
  root.end()
  drawEdges(doc, paper, line)
  doc.end()
  return written()
}

type Head = { title: string; author: string; language: string; madeAt: string }

/** An empty A4 with its typeface, title and language; `written` has its bytes when it is ended. */
export function openDocument({ title, author, language, madeAt }: Head, pageMargins: typeof margins) {
  const options = {
    ...{ size: 'A4', margins: pageMargins, bufferPages: true, font: fontOf('latin', 400) },
    ...{ pdfVersion: '1.7', subset: 'PDF/UA', tagged: true, displayTitle: true, lang: language },
    info: { Title: title, Author: author, Creator: 'Regie', Producer: 'Regie', CreationDate: new Date(madeAt) },
  }
  const doc = new PDFDocument(options as unknown as Options)
  const chunks: Buffer[] = []
  const isWritten = new Promise<void>((resolve, reject) =>
    doc
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', resolve)
      .on('error', reject),
  )
  return { doc, written: () => isWritten.then(() => Buffer.concat(chunks)) }
}

function drawBlock(doc: Doc, root: Element, block: PaperBlock, line: Place) {
  if (block.kind === 'heading') {
    // A heading at the foot of a page stands above nothing.
    needs(doc, 80)
    doc.y += 16
    add(doc, root, 'H2', () => say(doc, block.text, styles.heading, line))
    doc.y += 4
  } else if (block.kind === 'text') {
    doc.y += 4
    add(doc, root, 'P', () => say(doc, block.text, block.isQuiet ? styles.small : styles.body, line))
  } else if (block.kind === 'facts') drawFacts(doc, root, block.rows, line)
  else if (block.kind === 'table') drawTable(doc, root, block, line)
  else drawEntries(doc, root, block.entries, line)
}

function drawFacts(doc: Doc, root: Element, rows: readonly (readonly [string, string])[], line: Place) {
  const table = child(doc, root, 'Table')
  const names = { x: line.x, width: 150 }
  const values = { x: line.x + 160, width: line.width - 160 }
  for (const [name, value] of rows)
    drawRow(doc, table, [
      { tag: 'TH', scope: 'Row', text: name, style: { ...styles.body, colour: quiet }, place: names },
      { tag: 'TD', text: value, style: styles.body, place: values },
    ])
  table.end()
}

function drawTable(doc: Doc, root: Element, { columns, rows }: Extract<PaperBlock, { kind: 'table' }>, line: Place) {
  const table = child(doc, root, 'Table')
  const gap = 10
  const free = line.width - gap * (columns.length - 1)
  const all = columns.reduce((sum, { width }) => sum + width, 0)
  let x = line.x
  const places = columns.map(({ width }) => {
    const place = { x, width: (free * width) / all }
    x += place.width + gap
    return place
  })
  const cells = (row: readonly string[], tag: 'TH' | 'TD', style: Style) =>
    columns.map(({ isAmount }, at) => ({
      ...{ tag, text: row[at] ?? '', style: isAmount ? { ...style, align: 'right' as const } : style, place: places[at] ?? line },
      ...(tag === 'TH' && { scope: 'Column' as const }),
    }))
  drawRow(
    doc,
    table,
    cells(
      columns.map(({ heading }) => heading),
      'TH',
      { ...styles.small, weight: 600 },
    ),
  )
  for (const row of rows) {
    hairline(doc, line)
    drawRow(doc, table, cells(row, 'TD', styles.body))
  }
  table.end()
}

type Cell = { tag: 'TH' | 'TD'; scope?: 'Row' | 'Column'; text: string; style: Style; place: Place }

/** Cells side by side; one that is longer than the page goes on on the next, and the row after it stands below all of it. */
function drawRow(doc: Doc, table: Element, cells: readonly Cell[]) {
  const tallest = Math.max(...cells.map(({ text, style, place }) => heightOf(doc, text, style, place.width)))
  needs(doc, Math.min(tallest + 4, 200))
  const row = child(doc, table, 'TR')
  const top = { page: pageNumber(doc), y: doc.y + 2 }
  let end = top
  for (const { tag, scope, text, style, place } of cells) {
    doc.switchToPage(top.page)
    doc.y = top.y
    add(doc, row, tag, () => say(doc, text, style, place), scope && { A: { O: 'Table', Scope: scope } })
    const here = { page: pageNumber(doc), y: doc.y }
    if (here.page > end.page || (here.page === end.page && here.y > end.y)) end = here
  }
  doc.switchToPage(end.page)
  doc.y = end.y + 3
  row.end()
}

function drawEntries(doc: Doc, root: Element, entries: readonly PaperEntry[], line: Place) {
  const list = child(doc, root, 'L')
  const labels = { x: line.x, width: 92 }
  const body = { x: line.x + 102, width: line.width - 102 }
  for (const { label, title, details, text } of entries) {
    needs(doc, 34)
    const item = child(doc, list, 'LI')
    const top = doc.y + 3
    doc.y = top
    add(doc, item, 'Lbl', () => say(doc, label, styles.small, labels))
    doc.y = top
    const content = child(doc, item, 'LBody')
    add(doc, content, 'P', () => say(doc, title, styles.strong, body))
    if (details.length > 0) add(doc, content, 'P', () => say(doc, details.join(' · '), styles.small, body))
    if (text !== null && text !== '') {
      doc.y += 2
      add(doc, content, 'P', () => say(doc, text, styles.body, body))
    }
    content.end()
    item.end()
    doc.y += 4
  }
  list.end()
}

/** The customer above each page, and below it which paper it is and the number of the page: no part of what is read aloud. */
function drawEdges(doc: Doc, { head, foot, pageOf }: Paper, line: Place) {
  const { count } = doc.bufferedPageRange()
  for (let page = 0; page < count; page += 1) {
    doc.switchToPage(page)
    // Beyond the margin, where a text would begin a page.
    doc.page.margins = { ...doc.page.margins, top: 0, bottom: 0 }
    const number = `${page + 1} ${pageOf} ${count}`
    doc.markContent('Artifact', { type: 'Pagination', attached: ['Top'] })
    doc.y = 32
    say(doc, head, styles.edge, line)
    doc.endMarkedContent()
    doc.markContent('Artifact', { type: 'Pagination', attached: ['Bottom'] })
    const y = doc.page.height - 44
    doc.y = y
    say(doc, foot, styles.edge, { ...line, width: line.width - 80 })
    doc.y = y
    say(doc, number, { ...styles.edge, align: 'right' }, { x: line.x + line.width - 76, width: 76 })
    doc.endMarkedContent()
  }
}

export function say(doc: Doc, text: string, { size, weight = 400, colour = ink, align }: Style, { x, width }: Place) {
  const runs = fontRuns(text)
  if (runs.some((run) => run.text.includes(missingSign))) lacking.add(doc)
  const options = { width, lineGap: size * 0.28, ...(align && { align }) }
  doc.fontSize(size).fillColor(colour)
  // An amount is one piece: pdfkit aligns each by itself.
  if (runs.length === 0) return void useFont(doc, 'latin', weight).text(' ', x, doc.y, options)
  runs.forEach(({ subset, text: piece }, at) => {
    useFont(doc, subset, weight)
    const continued = at < runs.length - 1
    if (at === 0) doc.text(piece, x, doc.y, { ...options, continued })
    else doc.text(piece, { continued })
  })
}

function heightOf(doc: Doc, text: string, { size, weight = 400 }: Style, width: number): number {
  useFont(doc, 'latin', weight).fontSize(size)
  return doc.heightOfString(text.slice(0, 2_000), { width, lineGap: size * 0.28 })
}

function useFont(doc: Doc, subset: string, weight: number): Doc {
  const name = `${subset}-${weight}`
  const known = namesOf.get(doc) ?? new Set<string>()
  namesOf.set(doc, known)
  if (!known.has(name)) doc.registerFont(name, fontOf(subset, weight))
  known.add(name)
  return doc.font(name)
}
const namesOf = new WeakMap<Doc, Set<string>>()
// Papers in which a sign is missing.
const lacking = new WeakSet<Doc>()

function needs(doc: Doc, height: number) {
  if (doc.y + height > doc.page.height - margins.bottom) doc.addPage()
}

function pageNumber(doc: Doc): number {
  const { start, count } = doc.bufferedPageRange()
  const pages = (doc as unknown as { _pageBuffer: unknown[] })._pageBuffer
  const at = pages.indexOf(doc.page)
  return at < 0 ? start + count - 1 : start + at
}

function hairline(doc: Doc, { x, width }: Place) {
  doc.markContent('Artifact', { type: 'Layout' })
  doc
    .moveTo(x, doc.y)
    .lineTo(x + width, doc.y)
    .lineWidth(0.5)
    .strokeColor(rule)
    .stroke()
  doc.endMarkedContent()
}

export function child(doc: Doc, parent: Element, tag: string): Element {
  const made = doc.struct(tag)
  parent.add(made)
  return made
}

export function add(
  doc: Doc,
  parent: Element,
  tag: string,
  draw: () => void,
  { alt, ...attributes }: { alt?: string; [name: string]: unknown } = {},
) {
  const made: Element = doc.struct(tag, alt === undefined ? {} : { alt }, draw)
  // Before it gets its place: then it is drawn and written.
  if (made.dictionary) Object.assign(made.dictionary.data, attributes)
  parent.add(made)
}
