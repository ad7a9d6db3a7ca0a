import { add, child, type Doc, openDocument, type Place, say } from './draw-paper.ts'
import type { LetterPaper } from './letter-paper.ts'

const mm = (length: number) => (length * 72) / 25.4
const margins = { top: mm(25), bottom: mm(25), left: mm(25), right: mm(25) }
const styles = {
  name: { size: 13, weight: 600 },
  sender: { size: 8, colour: '#586174' },
  edge: { size: 7, colour: '#586174' },
  address: { size: 10.5 },
  body: { size: 10 },
  strong: { size: 11, weight: 600 },
} as const
// An envelope with its window on the left (DIN 5008, form B): 45 mm from the top, 20 mm from the left, 85 mm wide. The first 17.7 mm are for the post and
// the line of the sender.
const window = { x: mm(25), width: mm(75), returnY: mm(57), addressY: mm(63) }
const sender = { x: mm(130), width: mm(60), y: mm(20) }
const textY = mm(105)

/** A letter as PDF: its address in the window of the envelope, tagged for who has it read aloud. */
export async function drawLetter(letter: LetterPaper): Promise<Buffer> {
  const { doc, written } = openDocument(letter, margins)
  const root = doc.struct('Document')
  doc.addStructure(root)
  const line = { x: margins.left, width: doc.page.width - margins.left - margins.right }
  const block = (tag: string, text: string, style: Parameters<typeof say>[2], place: Place) =>
    add(doc, root, tag, () => say(doc, text, style, place))

  doc.y = sender.y
  if (letter.logo === null) block('P', letter.senderName, styles.name, sender)
  else {
    const picture = Buffer.from(letter.logo, 'base64')
    add(doc, root, 'Figure', () => doc.image(picture, sender.x, sender.y, { fit: [sender.width, mm(18)] }), { alt: letter.senderName })
    doc.y = sender.y + mm(20)
  }
  doc.y += 4
  if (letter.senderLines.length > 0) block('P', letter.senderLines.join('\n'), styles.sender, sender)
  const belowSender = doc.y

  doc.y = window.returnY
  if (letter.returnLine !== '') block('P', letter.returnLine, styles.edge, window)
  doc.y = window.addressY
  block('P', letter.address.join('\n'), styles.address, window)

  doc.y = Math.max(textY, belowSender + 16)
  const table = child(doc, root, 'Table')
  for (const [name, value] of letter.facts) {
    const row = child(doc, table, 'TR')
    const y = doc.y
    add(doc, row, 'TH', () => say(doc, name, { ...styles.body, colour: '#586174' }, { x: line.x, width: mm(32) }), {
      A: { O: 'Table', Scope: 'Row' },
    })
    doc.y = y
    add(doc, row, 'TD', () => say(doc, value, styles.body, { x: line.x + mm(34), width: line.width - mm(34) }))
    row.end()
  }
  table.end()
  doc.y += 14
  block('H1', letter.subject, styles.strong, line)
  for (const paragraph of letter.text.split(/\n{2,}/).filter((part) => part.trim() !== '')) {
    doc.y += 8
    block('P', paragraph.trim(), styles.body, line)
  }
  root.end()
  drawNumbers(doc, letter.pageOf, line)
  doc.end()
  return written()
}

/** The number of the page below each page of a letter of several: no part of what is read aloud. */
function drawNumbers(doc: Doc, pageOf: string, line: Place) {
  const { count } = doc.bufferedPageRange()
  if (count === 1) return
  for (let page = 0; page < count; page += 1) {
    doc.switchToPage(page)
    doc.page.margins = { ...doc.page.margins, top: 0, bottom: 0 }
    doc.markContent('Artifact', { type: 'Pagination', attached: ['Bottom'] })
    doc.y = doc.page.height - mm(14)
    say(doc, `${page + 1} ${pageOf} ${count}`, { ...styles.sender, align: 'right' }, line)
    doc.endMarkedContent()
  }
}
